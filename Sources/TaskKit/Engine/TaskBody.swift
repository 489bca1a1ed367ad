import Foundation

/// The function of a task, in any of the forms in which it can be written.
struct TaskBody: Sendable {
  /// The argument with which a task is called.
  struct Input: Sendable {
    var context: TaskContext
    private let posted: PostedNotification?

    init(context: TaskContext, notification: Notification? = nil) {
      self.context = context
      posted = notification.map(PostedNotification.init)
    }

    /// The notification that the task runs for, if one makes it run.
    var notification: Notification? { posted?.notification }
  }

  typealias Result = (any Sendable)?
  typealias Synchronous = @isolated(any) @Sendable (Input) throws -> Result
  typealias Asynchronous = @concurrent @Sendable (Input) async throws -> Result

  typealias Block = @isolated(any) @Sendable (TaskContext) throws -> Void

  enum Form: Sendable {
    /// Returns without suspending; belongs to no actor, or to the main actor, which
    /// its type tells.
    case synchronous(Synchronous)
    /// The same as it was given at run time.
    case block(Block)
    /// May suspend, and goes to its actor by itself.
    case asynchronous(Asynchronous)
    /// The same as it was given at run time.
    case asynchronousBlock(TaskBlock)
  }

  let form: Form

  /// A Boolean value that indicates whether one that may suspend is known to belong to
  /// the main actor.
  var isOnMain = false
}

/// A notification on its way from its poster to tasks.
///
/// A class, so that what tasks are called with stays small.
private final class PostedNotification: @unchecked Sendable {
  // Why this is Sendable: it is never written after it was made. The code that posts a
  // notification gives what it carries to observers on any queue, as the notification
  // center does.
  let notification: Notification

  init(_ notification: Notification) {
    self.notification = notification
  }
}

extension TaskBody {
  /// A block that was given at run time.
  init(_ block: @escaping Block) {
    switch block.isolation {
    case nil:
      self.init(form: .block(block))
    case let actor? where actor === MainActor.shared:
      self.init(form: .block(block))
    default:
      // Only a call that may suspend gets to another actor.
      self.init(form: .asynchronousBlock { try await block($0) })
    }
  }

  /// A block for a notification that was given at run time.
  init(_ block: @escaping @isolated(any) @Sendable (Notification, TaskContext) throws -> Void) {
    let plain = withoutIsolation(block)
    self.init(isolation: block.isolation) { try plain($0.takeNotification(), $0.context) }
  }

  /// A block that was given at run time and may suspend.
  init(_ block: @escaping TaskBlock) {
    self.init(form: .asynchronousBlock(block))
  }

  /// The function to call, on the right executor, if it does not suspend.
  var plain: PlainBody? {
    switch form {
    case .synchronous(let function): .function(withoutIsolation(function))
    case .block(let block): .block(withoutIsolation(block))
    case .asynchronous, .asynchronousBlock: nil
    }
  }

  /// The actor that it belongs to, of one that does not suspend.
  var isolation: (any Actor)? {
    switch form {
    case .synchronous(let function): function.isolation
    case .block(let block): block.isolation
    case .asynchronous, .asynchronousBlock: nil
    }
  }

  /// Calls it where it belongs: one that does not suspend on the main actor.
  ///
  /// - Returns: What dependents can read of what it returns.
  /// - Throws: What it throws.
  nonisolated(nonsending) func call(_ input: Input) async throws -> Result {
    switch form {
    case .asynchronous(let function):
      return try await function(input)
    case .asynchronousBlock(let block):
      try await block(input.context)
      return nil
    case .synchronous, .block:
      return try await MainActor.run { try plain?.call(input) }
    }
  }
}

/// A function that does not suspend without what its type says of where it belongs, to
/// be called where it belongs.
///
/// An enum: on its own, a function takes on another form in an optional or a cast, which
/// costs an allocation and another call each time it is called.
enum PlainBody: Sendable {
  case function(@Sendable (TaskBody.Input) throws -> TaskBody.Result)
  case block(@Sendable (TaskContext) throws -> Void)

  /// Calls it.
  ///
  /// - Precondition: The caller runs where it belongs.
  func call(_ input: TaskBody.Input) throws -> TaskBody.Result {
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
