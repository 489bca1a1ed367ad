import Foundation

/// What a task does, in whichever form it was written.
struct TaskBody: Sendable {
  /// What it is called with.
  struct Input: @unchecked Sendable {
    // Why this is Sendable: the context is. The notification is handed from its
    // poster to one task after the other; none of them runs while another has it.
    var context: TaskContext
    var notification: Notification?
  }

  typealias Result = (any Sendable)?
  typealias Synchronous = @isolated(any) @Sendable (Input) throws -> Result
  typealias Asynchronous = @concurrent @Sendable (Input) async throws -> Result

  enum Form: Sendable {
    /// Returns without suspending; belongs to no actor, or to the one that its
    /// type tells.
    case synchronous(Synchronous)
    /// May suspend, and goes to its actor by itself.
    case asynchronous(Asynchronous)
  }

  let form: Form
}
