public import Foundation
import Synchronization

extension TaskManager {
  /// Destroys a task: it does not run any more, its name is free, and what depends
  /// on it misses it.
  ///
  /// If it is running, it is asked to stop if it can suspend, and goes on to its end
  /// otherwise.
  ///
  /// - Throws: A ``TaskError`` if there is none of this name.
  public func destroyTask(
    named name: String, fileID: String = #fileID, line: Int = #line
  ) throws(TaskError) {
    let location = CodeLocation(fileID: fileID, line: line)
    let (entry, names, runs) = withState { state -> (TaskEntry?, [String], [TaskRun]) in
      let entry = state.catalog.remove(name)
      if let entry { state.forget([entry]) }
      return (
        entry, entry == nil ? state.catalog.names : [], state.queue.runs
      )
    }
    guard let entry else { throw .unknown(name, among: names, at: location) }
    entry.isDestroyed.store(true, ordering: .relaxed)
    scheduler.remove([entry])
    for run in runs { _ = run.cancel(entry) }
    // A milestone does not wait for tasks that are not there.
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
    try setPaused(true, name, at: CodeLocation(fileID: fileID, line: line))
  }

  /// Takes a paused task in again, from the next occurrence of its event on.
  ///
  /// - Returns: Whether it was paused before.
  /// - Throws: A ``TaskError`` if there is none of this name.
  @discardableResult
  public func resumeTask(
    named name: String, fileID: String = #fileID, line: Int = #line
  ) throws(TaskError) -> Bool {
    try setPaused(false, name, at: CodeLocation(fileID: fileID, line: line))
  }

  /// Cancels what a task does at present, and all that depend on it in the same run.
  ///
  /// The task stays, and runs at the next occurrence of its event. One that has begun
  /// is asked to stop if it can suspend, and goes on to its end otherwise. A task that can suspend,
  /// cancels itself and then throws has been cancelled: the error is not reported. If the task has
  /// ended or is not part of a run, nothing changes.
  ///
  /// - Returns: Whether there was anything to cancel.
  /// - Throws: A ``TaskError`` if there is none of this name.
  @discardableResult
  public func cancelTask(
    named name: String, fileID: String = #fileID, line: Int = #line
  ) throws(TaskError) -> Bool {
    let entry = try entry(named: name, at: CodeLocation(fileID: fileID, line: line))
    var isCancelled = false
    for run in withLock({ $0.queue.runs }) where run.cancel(entry) {
      isCancelled = true
    }
    return isCancelled
  }

  // MARK: -

  private func setPaused(
    _ isPaused: Bool, _ name: String, at location: CodeLocation
  ) throws(TaskError) -> Bool {
    let (entry, hasChanged, names) = withState { state -> (TaskEntry?, Bool, [String]) in
      guard let entry = state.catalog[name] else { return (nil, false, state.catalog.names) }
      return (entry, state.catalog.setPaused(isPaused, entry), [])
    }
    guard let entry else { throw .unknown(name, among: names, at: location) }
    if hasChanged { scheduler.durable.setPaused(isPaused, entry) }
    if hasChanged && !isPaused { scheduler.resume(entry) }
    return hasChanged
  }

  /// Removes a task after its last run by the clock, unless it stays.
  func didFinish(_ entry: TaskEntry) {
    guard entry.definition.isRemovedWhenOver else { return }
    withLock { $0.removeAfterRun(entry) }
    scheduler.remove([entry])
    milestonesDidChange()
  }

  func entry(named name: String, at location: CodeLocation) throws(TaskError) -> TaskEntry {
    let (entry, names) = withState { state in
      let entry = state.catalog[name]
      return (entry, entry == nil ? state.catalog.names : [])
    }
    guard let entry else { throw .unknown(name, among: names, at: location) }
    return entry
  }

  func add(_ definition: TaskDefinition) throws(TaskError) {
    if let misfit = definition.durableMisfit { throw .badSchedule(definition, misfit) }
    if definition.isDurable, !scheduler.durable.hasStore { throw .noStore(definition) }
    let (first, isMissed, new) = withState { state -> (TaskEntry?, TaskEvent?, TaskEntry?) in
      if let missed = definition.trigger.missed(of: state.queue.begun) { return (nil, missed, nil) }
      if let first = state.catalog.add(definition) { return (first, nil, nil) }
      return (nil, nil, state.catalog[definition.name])
    }
    if let isMissed { throw .missed(definition, isMissed) }
    if let first {
      throw .duplicate(
        definition.name, declaredAt: first.definition.location, at: definition.location)
    }
    if let new { listen(to: new) }
  }
}

/// The closure of a task that is added at run time.
public typealias TaskBlock = @Sendable (TaskContext) async throws -> Void

/// The name of ``TaskBlock`` in RWTaskKit.
public typealias RWTaskBlock = TaskBlock

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
    name: String, priority: TaskManager.Priority = .default, event: TaskEvent,
    dependencies: [Any] = [], after: [Any] = [], autoRemove: Bool = false,
    traits: [TaskTrait] = [], fileID: String = #fileID, line: Int = #line,
    block: @escaping @isolated(any) @Sendable (TaskContext) throws -> Void
  ) throws(TaskError) {
    try inject(
      name, .event(event), priority, requires: dependencies, follows: after, autoRemove, traits,
      TaskBody(block), at: CodeLocation(fileID: fileID, line: line))
  }

  /// Adds a task for an event that may suspend, and so runs beside others.
  public func injectEventTask(
    name: String, priority: TaskManager.Priority = .default, event: TaskEvent,
    dependencies: [Any] = [], after: [Any] = [], autoRemove: Bool = false,
    traits: [TaskTrait] = [], fileID: String = #fileID, line: Int = #line,
    block: @escaping TaskBlock
  ) throws(TaskError) {
    try inject(
      name, .event(event), priority, requires: dependencies, follows: after, autoRemove, traits,
      TaskBody(block), at: CodeLocation(fileID: fileID, line: line))
  }

  /// Adds a task for a notification, which runs whenever one of this name is posted.
  ///
  /// It is like a task of an event in every respect: it runs on the main actor, in its
  /// turn, unless it has the trait ``TaskTrait/concurrent`` or belongs to another actor.
  ///
  /// - Parameters:
  ///   - name: By which others depend on it; no other task may have it.
  ///   - notification: The name of the notification.
  ///   - priority: How urgent it is.
  ///   - dependencies: What must have succeeded before it: types that tasks are
  ///     declared with, and names.
  ///   - after: What must be over before it, if it runs at all; likewise.
  ///   - autoRemove: Whether it is destroyed when it has run once.
  ///   - traits: What else holds for it.
  ///   - fileID: Where it is added; leave it out.
  ///   - line: Where it is added; leave it out.
  ///   - block: What it does.
  /// - Throws: A ``TaskError`` if the name is taken, or it depends on what is neither a
  ///   type nor a name.
  public func injectNotificationTask(
    name: String, notification: Notification.Name, priority: TaskManager.Priority = .default,
    dependencies: [Any] = [], after: [Any] = [], autoRemove: Bool = false,
    traits: [TaskTrait] = [], fileID: String = #fileID, line: Int = #line,
    block: @escaping @isolated(any) @Sendable (Notification, TaskContext) throws -> Void
  ) throws(TaskError) {
    try inject(
      name, .notification(notification), priority, requires: dependencies, follows: after,
      autoRemove, traits,
      TaskBody(block), at: CodeLocation(fileID: fileID, line: line))
  }

  /// Adds a task for a notification that may suspend, and so runs beside others.
  public func injectNotificationTask(
    name: String, notification: Notification.Name, priority: TaskManager.Priority = .default,
    dependencies: [Any] = [], after: [Any] = [], autoRemove: Bool = false,
    traits: [TaskTrait] = [], fileID: String = #fileID, line: Int = #line,
    block: @escaping @Sendable (sending Notification, TaskContext) async throws -> Void
  ) throws(TaskError) {
    try inject(
      name, .notification(notification), priority, requires: dependencies, follows: after,
      autoRemove, traits,
      TaskBody { try await block($0.takeNotification(), $0.context) },
      at: CodeLocation(fileID: fileID, line: line))
  }

  // Adds a task with a block that was given at run time. With `autoRemove`, it is destroyed after
  // its run or, if it is scheduled, when it is not due any more.
  func inject(
    _ name: String, _ trigger: Trigger, _ priority: Priority, requires: [Any] = [],
    follows: [Any] = [], _ autoRemove: Bool, _ traits: [TaskTrait], _ body: TaskBody,
    at location: CodeLocation
  ) throws(TaskError) {
    var definition = TaskDefinition(
      name: name, trigger: trigger, priority: priority, requires: [], follows: [],
      properties: TaskProperties(traits), body: body,
      isRemovedAfterRun: autoRemove && !trigger.isScheduled,
      isRemovedWhenOver: autoRemove && trigger.isScheduled, isDeclared: false, location: location)
    for element in requires {
      definition.requires.append(try reference(to: element, of: definition))
    }
    for element in follows {
      definition.follows.append(try reference(to: element, of: definition))
    }
    if case .event(let event) = trigger, event.members.isEmpty { throw .noEvent(at: location) }
    if trigger.isScheduled, let misfit = trigger.misfit ?? intervalRule.misfit(of: trigger) {
      throw .badSchedule(definition, misfit)
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
}
