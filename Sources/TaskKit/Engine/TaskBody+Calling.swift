import Foundation

extension TaskBody {
  /// A synchronous function, which belongs to an actor or to none.
  ///
  /// One that belongs to another actor than the main one becomes asynchronous,
  /// since only a call that may suspend gets there.
  ///
  /// - Parameters:
  ///   - isolation: The actor that it belongs to.
  ///   - onItsActor: Calls it; only there.
  init<Value: Sendable>(
    isolation: (any Actor)?, onItsActor: @escaping @Sendable (Input) throws -> Value
  ) {
    switch isolation {
    case nil:
      self.init(form: .synchronous { try Self.result(onItsActor($0)) })
    case let actor? where actor === MainActor.shared:
      self.init(form: .synchronous { @MainActor in try Self.result(onItsActor($0)) })
    case let actor?:
      self.init { try await Self.call(onItsActor, $0, on: actor) }
    }
  }

  private static func call<Value: Sendable>(
    _ function: @Sendable (Input) throws -> Value, _ input: Input, on actor: isolated any Actor
  ) throws -> Value {
    try function(input)
  }

  /// An asynchronous function, which goes to its actor by itself.
  init<Value: Sendable>(
    _ function: @escaping @concurrent @Sendable (Input) async throws -> Value
  ) {
    self.init(form: .asynchronous { try Self.result(await function($0)) })
  }

  /// Returns the part of a function's result that dependents can read: `nil` if it returns nothing.
  private static func result<Value: Sendable>(_ value: Value) -> Result {
    Value.self == Void.self ? nil : value
  }
}

extension TaskBody.Input {
  /// The notification that the task runs for, for the one that it is handed to.
  ///
  /// - Throws: An error that names the task, if something else makes it run.
  func takeNotification() throws -> sending Notification {
    guard let notification else { throw MissingNotification(task: context.task) }
    // Others may have it as well: for what it carries the poster answers, as is said
    // where it is stored.
    nonisolated(unsafe) let handed = notification
    return unsafe handed
  }
}

/// A task that takes a notification was run without one.
struct MissingNotification: Error, Hashable, CustomStringConvertible {
  let task: String

  var description: String {
    """
    the task '\(task)' takes a notification, but was not run by one; post the notification \
    instead of running the task by its name
    """
  }
}
