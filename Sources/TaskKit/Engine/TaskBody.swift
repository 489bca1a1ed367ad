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
