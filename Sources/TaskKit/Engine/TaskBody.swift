import Foundation

/// The function of a task, in any form in which it can be written.
struct TaskBody: Sendable {
  /// The argument of a task's function.
  struct Input: Sendable {
    var context: TaskContext
    private let posted: PostedNotification?

    init(context: TaskContext, notification: Notification? = nil) {
      self.context = context
      posted = notification.map(PostedNotification.init)
    }

    /// The notification that the task runs for, if it has one.
    var notification: Notification? { posted?.notification }
  }

  typealias Output = (any Sendable)?
  typealias Synchronous = @isolated(any) @Sendable (Input) throws -> Output
  typealias Asynchronous = @concurrent @Sendable (Input) async throws -> Output

  typealias Block = @isolated(any) @Sendable (TaskContext) throws -> Void

  enum Form: Sendable {
    /// A function or block that does not suspend.
    case plain(PlainBody)
    /// A function that may suspend, and that switches to its actor by itself.
    case asynchronous(Asynchronous)
    /// A block that was given at run time and may suspend.
    case asynchronousBlock(TaskBlock)

    /// Returns the form of a function that does not suspend.
    static func synchronous(_ function: @escaping Synchronous) -> Form {
      .plain(.function(withoutIsolation(function)))
    }
  }

  let form: Form

  /// A Boolean value that indicates whether the function belongs to the main actor.
  ///
  /// A function that may suspend can belong to it even if this is not known.
  var isOnMain = false
}

/// A notification for tasks, as it was posted.
///
/// It is a class, so that the input of a task stays small.
private final class PostedNotification: @unchecked Sendable {
  // Sendable, because it is never written after initialization. The poster of a notification
  // already shares its contents with observers on any queue, as with the notification center.
  let notification: Notification

  init(_ notification: Notification) {
    self.notification = notification
  }
}

extension TaskBody {
  /// Creates the body of a block that was given at run time.
  init(_ block: @escaping Block) {
    switch block.isolation {
    case nil:
      self.init(form: .plain(.block(withoutIsolation(block))))
    case let actor? where actor === MainActor.shared:
      self.init(form: .plain(.block(withoutIsolation(block))), isOnMain: true)
    default:
      // Only a call that may suspend can switch to another actor.
      self.init(form: .asynchronousBlock { try await block($0) })
    }
  }

  /// Creates the body of a block for a notification that was given at run time.
  init(_ block: @escaping @isolated(any) @Sendable (Notification, TaskContext) throws -> Void) {
    let plain = withoutIsolation(block)
    self.init(isolation: block.isolation) { try plain($0.takeNotification(), $0.context) }
  }

  /// Creates the body of a block that was given at run time and may suspend.
  init(_ block: @escaping TaskBlock) {
    self.init(form: .asynchronousBlock(block))
  }

  /// The function to call on the right executor, or `nil` if it may suspend.
  var plain: PlainBody? {
    if case .plain(let plain) = form { plain } else { nil }
  }

  /// Calls a function that does not suspend, or does nothing if it may suspend.
  ///
  /// - Precondition: The caller runs on the function's actor, if it has one.
  func callPlain(_ input: Input) throws -> Output {
    // Each task of a run comes here. With the property `plain`, or with the names of the other
    // cases, the compiler copies the function, and so counts a reference to it.
    switch form {
    case .plain(let plain): try plain.call(input)
    default: nil
    }
  }

  /// Calls the function where it belongs.
  ///
  /// A function that does not suspend runs on the main actor.
  ///
  /// - Returns: The part of the result that dependents can read.
  /// - Throws: The error of the function.
  nonisolated(nonsending) func call(_ input: Input) async throws -> Output {
    switch form {
    case .asynchronous(let function):
      return try await function(input)
    case .asynchronousBlock(let block):
      try await block(input.context)
      return nil
    case .plain(let plain):
      return try await MainActor.run { try plain.call(input) }
    }
  }
}

/// A function that does not suspend, without its isolation, for callers that already run on its
/// actor.
///
/// It is an enum because a function changes its representation in an optional or a cast. That would
/// cost an allocation, and an additional call each time.
enum PlainBody: Sendable {
  case function(@Sendable (TaskBody.Input) throws -> TaskBody.Output)
  case block(@Sendable (TaskContext) throws -> Void)

  /// Calls the function.
  ///
  /// - Precondition: The caller runs on the function's actor, if it has one.
  func call(_ input: TaskBody.Input) throws -> TaskBody.Output {
    switch self {
    case .function(let function):
      return try function(input)
    case .block(let block):
      try block(input.context)
      return nil
    }
  }
}

extension TaskBody {
  /// Creates the body of a synchronous function, with or without an actor.
  ///
  /// If the actor is not the main actor, the body becomes asynchronous, because only a call that
  /// may suspend can switch to that actor.
  ///
  /// - Parameters:
  ///   - isolation: The actor of the function.
  ///   - onItsActor: Calls the function. Must only be used on that actor.
  init<Value: Sendable>(
    isolation: (any Actor)?, onItsActor: @escaping @Sendable (Input) throws -> Value
  ) {
    switch isolation {
    case nil:
      self.init(form: .synchronous { try Self.result(onItsActor($0)) })
    case let actor? where actor === MainActor.shared:
      self.init(form: .synchronous { try Self.result(onItsActor($0)) }, isOnMain: true)
    case let actor?:
      self.init { try await Self.call(onItsActor, $0, on: actor) }
    }
  }

  private static func call<Value: Sendable>(
    _ function: @Sendable (Input) throws -> Value, _ input: Input, on actor: isolated any Actor
  ) throws -> Value {
    try function(input)
  }

  /// Creates the body of an asynchronous function, which switches to its actor by itself.
  init<Value: Sendable>(
    _ function: @escaping @concurrent @Sendable (Input) async throws -> Value
  ) {
    self.init(form: .asynchronous { try Self.result(await function($0)) })
  }

  /// Returns the result that dependents can read, or `nil` for a function without a result.
  private static func result<Value: Sendable>(_ value: Value) -> Output {
    Value.self == Void.self ? nil : value
  }
}

extension TaskBody.Input {
  /// Returns the notification that the task runs for.
  ///
  /// - Throws: An error that names the task, if it does not run for a notification.
  func takeNotification() throws -> sending Notification {
    guard let notification else { throw MissingNotification(task: context.task) }
    // Other tasks may hold the same notification. Its poster is responsible for its contents, see
    // ``PostedNotification``.
    nonisolated(unsafe) let handed = notification
    return unsafe handed
  }
}

/// An error for a task that takes a notification and was run without one.
struct MissingNotification: Error, Hashable, CustomStringConvertible {
  let task: String

  var description: String {
    """
    the task '\(task)' takes a notification, but no notification ran it; post the notification \
    instead of running the task by its name
    """
  }
}
