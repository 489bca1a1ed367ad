import Synchronization

extension TaskManager {
  /// Adds a task for an event, which runs from the next occurrence on.
  ///
  /// It runs on the main actor, in its turn, unless it has the trait
  /// ``TaskTrait/concurrent`` or belongs to another actor. To touch what belongs to
  /// the main actor, say so: `{ @MainActor context in … }`.
  ///
  /// - Parameters:
  ///   - name: By which others depend on it; no other task may have it.
  ///   - priority: How urgent it is.
  ///   - event: When it runs; several if it is a set.
  ///   - dependencies: What must have succeeded before it: types that tasks are
  ///     declared with, and names.
  ///   - after: What must be over before it, if it runs at all; likewise.
  ///   - autoRemove: Whether it is destroyed when it has run once.
  ///   - traits: What else holds for it.
  ///   - fileID: Where it is added; leave it out.
  ///   - line: Where it is added; leave it out.
  ///   - block: What it does.
  /// - Throws: A ``TaskError`` if the name is taken, the event is over that it is
  ///   for, or it depends on what is neither a type nor a name.
  public func injectEventTask(
    name: String, priority: RWTaskPriority = .default, event: RWTaskEvent,
    dependencies: [Any] = [], after: [Any] = [], autoRemove: Bool = false,
    traits: [TaskTrait] = [], fileID: String = #fileID, line: Int = #line,
    block: @escaping @isolated(any) @Sendable (TaskContext) throws -> Void
  ) throws(TaskError) {
    try inject(
      TaskDefinition(
        name: name, trigger: .event(event), priority: priority, requires: [], follows: [],
        properties: TaskProperties(traits), body: TaskBody(block),
        isRemovedAfterRun: autoRemove, isDeclared: false,
        place: SourcePlace(fileID: fileID, line: line)),
      requires: dependencies, follows: after)
  }

  /// Adds a task for an event that may suspend, and so runs beside others.
  public func injectEventTask(
    name: String, priority: RWTaskPriority = .default, event: RWTaskEvent,
    dependencies: [Any] = [], after: [Any] = [], autoRemove: Bool = false,
    traits: [TaskTrait] = [], fileID: String = #fileID, line: Int = #line,
    block: @escaping RWTaskBlock
  ) throws(TaskError) {
    try inject(
      TaskDefinition(
        name: name, trigger: .event(event), priority: priority, requires: [], follows: [],
        properties: TaskProperties(traits), body: TaskBody(block),
        isRemovedAfterRun: autoRemove, isDeclared: false,
        place: SourcePlace(fileID: fileID, line: line)),
      requires: dependencies, follows: after)
  }

  private func inject(
    _ definition: TaskDefinition, requires: [Any], follows: [Any]
  ) throws(TaskError) {
    var definition = definition
    for element in requires {
      definition.requires.append(try reference(to: element, of: definition))
    }
    for element in follows {
      definition.follows.append(try reference(to: element, of: definition))
    }
    if case .event(let event) = definition.trigger, event.members.isEmpty {
      throw .noEvent(at: definition.place)
    }
    try add(definition)
  }

  private func reference(
    to element: Any, of definition: TaskDefinition
  ) throws(TaskError) -> TaskReference {
    guard let reference = TaskReference(element: element) else {
      throw .badReference(element, of: definition)
    }
    return reference
  }

  /// Destroys a task: it does not run any more, its name is free, and what depends
  /// on it misses it.
  ///
  /// If it is running, it is told to stop if it can suspend, and goes on to its end
  /// otherwise.
  ///
  /// - Throws: A ``TaskError`` if there is none of this name.
  public func destroyTask(
    named name: String, fileID: String = #fileID, line: Int = #line
  ) throws(TaskError) {
    let (entry, names) = withState { state -> (TaskEntry?, [String]) in
      (state.catalog.remove(name), state.catalog.names)
    }
    guard let entry else {
      throw .unknown(name, among: names, at: SourcePlace(fileID: fileID, line: line))
    }
    entry.isDestroyed.store(true, ordering: .relaxed)
    for run in state.withLock({ Array($0.running.values) }) { _ = run.cancel(entry) }
    // Whoever waits for a milestone does not wait for what is not there.
    milestonesDidChange()
  }

  /// Leaves a task out until it is resumed, as if it were not there: what depends
  /// on it does not wait for it.
  ///
  /// A run in which its turn has come goes on with it.
  ///
  /// - Returns: Whether it was not paused before.
  /// - Throws: A ``TaskError`` if there is none of this name.
  @discardableResult
  public func pauseTask(
    named name: String, fileID: String = #fileID, line: Int = #line
  ) throws(TaskError) -> Bool {
    let entry = try entry(named: name, at: SourcePlace(fileID: fileID, line: line))
    return !entry.isPaused.exchange(true, ordering: .relaxed)
  }

  /// Takes a paused task in again, from the next occurrence of its event on.
  ///
  /// - Returns: Whether it was paused before.
  /// - Throws: A ``TaskError`` if there is none of this name.
  @discardableResult
  public func resumeTask(
    named name: String, fileID: String = #fileID, line: Int = #line
  ) throws(TaskError) -> Bool {
    let entry = try entry(named: name, at: SourcePlace(fileID: fileID, line: line))
    return entry.isPaused.exchange(false, ordering: .relaxed)
  }

  /// Cancels what a task does at present, and all that depend on it in the same
  /// run. It stays, and runs at the next occurrence of its event.
  ///
  /// - Returns: Whether there was anything to cancel.
  /// - Throws: A ``TaskError`` if there is none of this name.
  @discardableResult
  public func cancelTask(
    named name: String, fileID: String = #fileID, line: Int = #line
  ) throws(TaskError) -> Bool {
    let entry = try entry(named: name, at: SourcePlace(fileID: fileID, line: line))
    var isCancelled = false
    for run in state.withLock({ Array($0.running.values) }) where run.cancel(entry) {
      isCancelled = true
    }
    return isCancelled
  }

  // MARK: -

  func entry(named name: String, at place: SourcePlace) throws(TaskError) -> TaskEntry {
    let (entry, names) = withState { state in
      let entry = state.catalog[name]
      return (entry, entry == nil ? state.catalog.names : [])
    }
    guard let entry else { throw .unknown(name, among: names, at: place) }
    return entry
  }

  func add(_ definition: TaskDefinition) throws(TaskError) {
    let (first, isMissed) = withState { state -> (TaskEntry?, RWTaskEvent?) in
      if let missed = definition.trigger.missed(of: state.begun) { return (nil, missed) }
      return (state.catalog.add(definition), nil)
    }
    if let isMissed { throw .missed(definition, isMissed) }
    if let first {
      throw .duplicate(
        definition.name, declaredAt: first.definition.place, at: definition.place)
    }
    listen()
  }
}
