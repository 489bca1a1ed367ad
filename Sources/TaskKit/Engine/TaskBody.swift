import Foundation

/// What a task does, in whichever form it was written.
struct TaskBody: Sendable {
  /// What it is called with.
  struct Input: @unchecked Sendable {
    // Why this is Sendable: the context is. The notification is handed from its
    // poster to one task after the other; none of them runs while another has it.
    var context: TaskContext
    var notification: Notification? = nil
  }

  typealias Result = (any Sendable)?
  typealias Synchronous = @isolated(any) @Sendable (Input) throws -> Result
  typealias Asynchronous = @concurrent @Sendable (Input) async throws -> Result

  enum Form: Sendable {
    /// Returns without suspending; belongs to no actor, or to the main actor, which
    /// its type tells.
    case synchronous(Synchronous)
    /// May suspend, and goes to its actor by itself.
    case asynchronous(Asynchronous)
  }

  let form: Form

  /// Whether one that may suspend is known to belong to the main actor.
  var isOnMain = false
}

extension TaskBody {
  /// A block that was given at run time.
  init(_ block: @escaping @isolated(any) @Sendable (TaskContext) throws -> Void) {
    // On its actor it may be called as one without: a synchronous function is
    // called in the same way whatever its isolation, which only the compiler knows.
    let plain = unsafe unsafeBitCast(block, to: (@Sendable (TaskContext) throws -> Void).self)
    self.init(isolation: block.isolation) {
      try plain($0.context)
    } fromAnywhere: {
      try await block($0.context)
    }
  }

  /// A block that was given at run time and may suspend.
  init(_ block: @escaping RWTaskBlock) {
    self.init { (input: Input) in try await block(input.context) }
  }

  /// Calls a function that does not suspend.
  ///
  /// - Precondition: The caller runs where the function belongs.
  static func call(_ function: @escaping Synchronous, _ input: Input) throws -> Result {
    // A synchronous function is called in the same way whatever its isolation,
    // which is only known to the compiler.
    let plain = unsafe unsafeBitCast(function, to: (@Sendable (Input) throws -> Result).self)
    return try plain(input)
  }

  /// Calls it where it belongs.
  ///
  /// - Parameters:
  ///   - input: What it is told.
  ///   - onMain: Whether it is to run on the main actor if it belongs to none.
  func call(_ input: Input, onMain: Bool) async throws -> Result {
    switch form {
    case .asynchronous(let function):
      return try await function(input)
    case .synchronous(let function):
      // It belongs to the main actor, or else to nobody.
      if onMain || function.isolation != nil {
        return try await MainActor.run { try Self.call(function, input) }
      }
      return try Self.call(function, input)
    }
  }
}
