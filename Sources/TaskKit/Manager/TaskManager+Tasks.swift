public import Foundation
import Synchronization

extension TaskManager {
  /// Destroys a task: it does not run again, its name is free, and its dependents miss it.
  ///
  /// If the task is running and can suspend, it is asked to stop. If it cannot suspend, it runs to
  /// its end.
  ///
  /// - Throws: A ``TaskError`` if no task has this name.
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
    // A milestone does not wait for destroyed tasks.
    milestonesDidChange()
  }

  /// Pauses a task until it is resumed.
  ///
  /// Its dependents do not wait for it. A run in which the task's turn has come still runs it.
  ///
  /// - Returns: `false` if it was paused already.
  /// - Throws: A ``TaskError`` if no task has this name.
  @discardableResult
  public func pauseTask(
    named name: String, fileID: String = #fileID, line: Int = #line
  ) throws(TaskError) -> Bool {
    try setPaused(true, name, at: CodeLocation(fileID: fileID, line: line))
  }

  /// Resumes a paused task, which runs from the next occurrence of its event on.
  ///
  /// - Returns: `false` if it was not paused.
  /// - Throws: A ``TaskError`` if no task has this name.
  @discardableResult
  public func resumeTask(
    named name: String, fileID: String = #fileID, line: Int = #line
  ) throws(TaskError) -> Bool {
    try setPaused(false, name, at: CodeLocation(fileID: fileID, line: line))
  }

  /// Cancels the current runs of a task, and all its dependents in the same runs.
  ///
  /// The task itself stays, and runs at the next occurrence of its event. If it has started and can
  /// suspend, it is asked to stop. If it cannot suspend, it runs to its end. If a task that can
  /// suspend cancels itself and then throws, it counts as cancelled, and the error is not reported.
  /// If the task has finished or is not part of a run, nothing changes.
  ///
  /// - Returns: `true` if a run was cancelled.
  /// - Throws: A ``TaskError`` if no task has this name.
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

  /// Removes a scheduled task after its last run, if it was added with `autoRemove`.
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
  /// It runs on the main actor, in its turn, unless it has the trait ``TaskTrait/concurrent`` or
  /// belongs to another actor. If it uses state of the main actor, say so: `{ @MainActor context in
  /// … }`.
  ///
  /// - Parameters:
  ///   - name: The name of the task, which must be unique. Other tasks refer to it.
  ///   - priority: The priority of the task.
  ///   - event: The event, or a set of several.
  ///   - dependencies: The tasks that must have succeeded before, by declaring type or by name.
  ///   - after: The tasks that must have finished before, if they run at all, by declaring type or
  ///     by name.
  ///   - autoRemove: Whether the task is destroyed after its first run.
  ///   - traits: The other properties of the task.
  ///   - fileID: The file of the call, filled in by default.
  ///   - line: The line of the call, filled in by default.
  ///   - block: The work of the task.
  /// - Throws: A ``TaskError`` if the name is taken, if the event has already happened and cannot
  ///   happen again, or if a dependency is neither a type nor a name.
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

  /// Adds a task that may suspend for an event.
  ///
  /// It runs beside other tasks.
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

  /// Adds a task for a notification, which runs whenever a notification of this name is posted.
  ///
  /// Like a task for an event, it runs on the main actor, in its turn, unless it has the trait
  /// ``TaskTrait/concurrent`` or belongs to another actor.
  ///
  /// - Parameters:
  ///   - name: The name of the task, which must be unique. Other tasks refer to it.
  ///   - notification: The name of the notification.
  ///   - priority: The priority of the task.
  ///   - dependencies: The tasks that must have succeeded before, by declaring type or by name.
  ///   - after: The tasks that must have finished before, if they run at all, by declaring type or
  ///     by name.
  ///   - autoRemove: Whether the task is destroyed after its first run.
  ///   - traits: The other properties of the task.
  ///   - fileID: The file of the call, filled in by default.
  ///   - line: The line of the call, filled in by default.
  ///   - block: The work of the task.
  /// - Throws: A ``TaskError`` if the name is taken, or if a dependency is neither a type nor a
  ///   name.
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

  /// Adds a task that may suspend for a notification.
  ///
  /// It runs beside other tasks.
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
  // its run or, if it is scheduled, after its last fire.
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
