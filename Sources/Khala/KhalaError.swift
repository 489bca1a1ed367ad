public import RecordFormat

/// The reason why a call was not made, or an error that occurred in it.
public struct KhalaError: ModularityError, MessageDescribed {
  /// The kind of a problem.
  ///
  /// Later versions may add kinds.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    /// The name of the kind.
    public let name: String

    /// The string is not a valid URL for a call.
    public static let invalidURL = Code(name: "invalidURL")
    /// No routing class has this name.
    public static let classNotFound = Code(name: "classNotFound")
    /// The routing class has no function with this name.
    public static let functionNotFound = Code(name: "functionNotFound")
    /// The name matches several functions, and the arguments do not decide between them.
    public static let ambiguousFunction = Code(name: "ambiguousFunction")
    /// The caller passed fewer closures than the function takes.
    public static let tooFewClosures = Code(name: "tooFewClosures")
    /// A value is missing or has the wrong type, or no overload accepts the arguments.
    public static let invalidArgument = Code(name: "invalidArgument")
    /// The result has another type than the caller expects.
    public static let unexpectedResult = Code(name: "unexpectedResult")
    /// The function suspends or belongs to an actor, and the caller does not wait.
    public static let needsAsync = Code(name: "needsAsync")
    /// A filter or an interceptor rejected the call.
    public static let denied = Code(name: "denied")
    /// The URL came from outside, and no external route matches it.
    public static let notExternal = Code(name: "notExternal")
    /// Redirects form a cycle, or one call was redirected too often.
    public static let redirectLoop = Code(name: "redirectLoop")
    /// An interceptor exceeded its time limit.
    public static let deadlineExceeded = Code(name: "deadlineExceeded")
    /// The routing function threw an error.
    public static let functionFailed = Code(name: "functionFailed")
    /// The task of the call was cancelled.
    public static let cancelled = Code(name: "cancelled")
    /// The pattern of a run-time route, an interceptor or a stub is wrong.
    public static let invalidPattern = Code(name: "invalidPattern")
    /// A line could not be written to the log, or the log's files could not be rotated.
    public static let logFailed = Code(name: "logFailed")

    public var description: String { name }
  }

  /// The kind of problem.
  public let code: Code

  /// The URL that was called, without its query, whose values may be secret.
  ///
  /// A string that is not a URL is kept unchanged. The URL is empty if an error of the log concerns
  /// no call.
  public let url: String

  /// A sentence in ``Khala/language`` that describes the problem and suggests a fix.
  ///
  /// Strings from outside are safe to print: control characters are escaped, and long strings are
  /// truncated.
  public let message: String

  /// The source location of the call, if it is known.
  public internal(set) var location: CodeLocation?

  /// The error that the routing function, a filter or an interceptor threw, if any.
  public let underlyingError: (any Error)?

  /// A Boolean value that indicates whether details are omitted for a call from outside.
  private(set) var isCensored = false

  init(_ code: Code, url: String, message: MessageText, underlyingError: (any Error)? = nil) {
    self.code = code
    self.url = url
    self.message = message.text
    self.underlyingError = underlyingError
  }

  /// Compares all properties except the underlying errors.
  public static func == (left: KhalaError, right: KhalaError) -> Bool {
    left.url == right.url && left.code == right.code && left.message == right.message
      && left.location == right.location
  }

  /// A copy of the error that is marked as reduced.
  var censored: KhalaError {
    var error = self
    error.isCensored = true
    return error
  }

  /// A Boolean value that indicates whether the call at a source location failed itself, not a call
  /// made by its route.
  func isAt(_ caller: CodeLocation) -> Bool { location == caller }

  /// Returns the error with the source location of a call.
  func at(_ caller: CodeLocation) -> KhalaError {
    var error = self
    error.location = caller
    return error
  }
}

/// An error about a value that a routing function needs: it is missing or has the wrong type.
public struct KhalaArgumentError: Error, Hashable, Sendable {
  /// The function that was called, such as `AModule/server`.
  public let function: String
  /// The name of the parameter.
  public let parameter: String
  /// The type of the parameter.
  public let expectedType: String
  /// A description of the value that came with the call, or `nil` if the call had none.
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
    return "'\(parameter)' of '\(function)' must be \(expectedType), but the call passes \(given)"
  }
}
