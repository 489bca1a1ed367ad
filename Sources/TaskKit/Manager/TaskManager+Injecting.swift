public import Foundation

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
      TaskDefinition(
        name: name, trigger: .event(event), priority: priority, requires: [], follows: [],
        properties: TaskProperties(traits), body: TaskBody(block),
        isRemovedAfterRun: autoRemove, isDeclared: false,
        location: CodeLocation(fileID: fileID, line: line)),
      requires: dependencies, follows: after)
  }

  /// Adds a task for an event that may suspend, and so runs beside others.
  public func injectEventTask(
    name: String, priority: TaskManager.Priority = .default, event: TaskEvent,
    dependencies: [Any] = [], after: [Any] = [], autoRemove: Bool = false,
    traits: [TaskTrait] = [], fileID: String = #fileID, line: Int = #line,
    block: @escaping TaskBlock
  ) throws(TaskError) {
    try inject(
      TaskDefinition(
        name: name, trigger: .event(event), priority: priority, requires: [], follows: [],
        properties: TaskProperties(traits), body: TaskBody(block),
        isRemovedAfterRun: autoRemove, isDeclared: false,
        location: CodeLocation(fileID: fileID, line: line)),
      requires: dependencies, follows: after)
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
      TaskDefinition(
        name: name, trigger: .notification(notification), priority: priority, requires: [],
        follows: [], properties: TaskProperties(traits), body: TaskBody(block),
        isRemovedAfterRun: autoRemove, isDeclared: false,
        location: CodeLocation(fileID: fileID, line: line)),
      requires: dependencies, follows: after)
  }

  /// Adds a task for a notification that may suspend, and so runs beside others.
  public func injectNotificationTask(
    name: String, notification: Notification.Name, priority: TaskManager.Priority = .default,
    dependencies: [Any] = [], after: [Any] = [], autoRemove: Bool = false,
    traits: [TaskTrait] = [], fileID: String = #fileID, line: Int = #line,
    block: @escaping @Sendable (sending Notification, TaskContext) async throws -> Void
  ) throws(TaskError) {
    try inject(
      TaskDefinition(
        name: name, trigger: .notification(notification), priority: priority, requires: [],
        follows: [], properties: TaskProperties(traits),
        body: TaskBody { try await block($0.takeNotification(), $0.context) },
        isRemovedAfterRun: autoRemove, isDeclared: false,
        location: CodeLocation(fileID: fileID, line: line)),
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
      throw .noEvent(at: definition.location)
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
