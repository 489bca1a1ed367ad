/// A value that a routing function needs and a call does not have, or has of
/// another sort.
public struct KhalaArgumentError: Error, Hashable, Sendable {
  /// The function that was called, such as `AModule/server`.
  public let function: String
  /// The parameter.
  public let parameter: String
  /// The type that the parameter has.
  public let expectedType: String
  /// A description of the value that came with the call, or `nil` if there was none.
  public let given: String?

  public init(function: String, parameter: String, expectedType: String, given: String?) {
    self.function = function
    self.parameter = parameter
    self.expectedType = expectedType
    self.given = given
  }
}

extension KhalaArgumentError: CustomStringConvertible, MessageDescribed {
  /// A description of the error in ``Khala/language``.
  public var description: String { message.text }

  private var message: MessageText {
    guard Khala.language == .en else {
      return given.map { given -> MessageText in
        "'\(function)' 的参数 '\(parameter)' 必须是 \(expectedType), 而调用传入了 \(given)"
      } ?? "'\(function)' 需要类型为 \(expectedType) 的参数 '\(parameter)'"
    }
    guard let given else {
      return "'\(function)' needs a value for '\(parameter)', of type \(expectedType)"
    }
    return "'\(parameter)' of '\(function)' must be \(expectedType), but the call has \(given)"
  }
}
