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
