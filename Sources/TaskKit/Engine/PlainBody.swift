/// A function that does not suspend without what its type says of where it belongs, to
/// be called where it belongs.
///
/// An enum: on its own, a function takes on another form in an optional or a cast, which
/// costs an allocation and another call each time it is called.
enum PlainBody: Sendable {
  case function(@Sendable (TaskBody.Input) throws -> TaskBody.Result)
  case block(@Sendable (TaskContext) throws -> Void)

  // A synchronous function is called in the same way whatever its isolation, which is
  // only known to the compiler; the structs below are a function and nothing else.

  init(_ function: @escaping TaskBody.Synchronous) {
    struct Isolated { let call: TaskBody.Synchronous }
    struct Plain { let call: @Sendable (TaskBody.Input) throws -> TaskBody.Result }
    self = .function(unsafe unsafeBitCast(Isolated(call: function), to: Plain.self).call)
  }

  init(_ block: @escaping TaskBody.Block) {
    struct Isolated { let call: TaskBody.Block }
    struct Plain { let call: @Sendable (TaskContext) throws -> Void }
    self = .block(unsafe unsafeBitCast(Isolated(call: block), to: Plain.self).call)
  }

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
