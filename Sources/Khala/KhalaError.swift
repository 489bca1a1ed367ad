public import RecordFormat

/// Why a call did not come about, or what went wrong in it.
public struct KhalaError: ModularityError, MessageDescribed {
  /// The kind of problem; the list may grow.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    /// The name of the kind.
    public let name: String

    /// The text is no URL that can be called.
    public static let invalidURL = Code(name: "invalidURL")
    /// No routing class has this name.
    public static let classNotFound = Code(name: "classNotFound")
    /// The routing class has no function of this name.
    public static let functionNotFound = Code(name: "functionNotFound")
    /// Several functions of this name could be meant.
    public static let ambiguousFunction = Code(name: "ambiguousFunction")
    /// The caller gave fewer closures than the function takes.
    public static let tooFewClosures = Code(name: "tooFewClosures")
    /// A value is missing, or of another type than the function takes; or none of
    /// several functions of one name takes what the call has.
    public static let invalidArgument = Code(name: "invalidArgument")
    /// The result is of another type than the caller asks for.
    public static let unexpectedResult = Code(name: "unexpectedResult")
    /// The function suspends or belongs to an actor, and the caller does not
    /// wait.
    public static let needsAsync = Code(name: "needsAsync")
    /// A filter or an interceptor rejected the call.
    public static let denied = Code(name: "denied")
    /// The URL came from outside, and leads to no route that is open to that.
    public static let notExternal = Code(name: "notExternal")
    /// Redirections lead back to where they came from.
    public static let redirectLoop = Code(name: "redirectLoop")
    /// An interceptor took longer than it may.
    public static let deadlineExceeded = Code(name: "deadlineExceeded")
    /// The routing function threw an error.
    public static let functionFailed = Code(name: "functionFailed")
    /// The task of the call was cancelled.
    public static let cancelled = Code(name: "cancelled")
    /// The pattern of a run-time route, an interceptor or a stub is wrong.
    public static let invalidPattern = Code(name: "invalidPattern")
    /// A line could not be written to the log, or its files could not be kept in
    /// order.
    public static let logFailed = Code(name: "logFailed")

    public var description: String { name }
  }

  /// The kind of problem.
  public let code: Code

  /// The URL that was called, without its query, whose values may be secret.
  ///
  /// A text that is no URL is kept as it came. The URL is empty if an error of the log concerns no
  /// call.
  public let url: String

  /// A sentence in ``Khala/language`` that says what happened and what can be done about it.
  ///
  /// Text from outside that is part of it is safe to print: control characters are
  /// escaped, and long texts are cut off.
  public let message: String

  /// The source location of the call, if it is known.
  public internal(set) var location: CodeLocation?

  /// The error that the routing function, a filter or an interceptor threw, if it did.
  public let underlyingError: (any Error)?

  /// A Boolean value that indicates whether details are left out for a call from outside.
  private(set) var isCensored = false

  init(_ code: Code, url: String, message: MessageText, underlyingError: (any Error)? = nil) {
    self.code = code
    self.url = url
    self.message = message.text
    self.underlyingError = underlyingError
  }

  /// Compares the URLs, too.
  public static func == (left: KhalaError, right: KhalaError) -> Bool {
    left.url == right.url && left.code == right.code && left.message == right.message
      && left.location == right.location
  }

  /// The same problem, marked as one that says less than is known.
  var censored: KhalaError {
    var error = self
    error.isCensored = true
    return error
  }

  /// A Boolean value that indicates whether the call at a source location failed itself,
  /// rather than one that its route made.
  func isAt(_ caller: CodeLocation) -> Bool { location == caller }

  /// The same problem, at the source location of a call.
  func at(_ caller: CodeLocation) -> KhalaError {
    var error = self
    error.location = caller
    return error
  }
}

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
