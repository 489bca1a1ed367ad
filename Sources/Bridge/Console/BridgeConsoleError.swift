/// An error of a console, or of a request to one.
public struct BridgeConsoleError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of a problem.
  ///
  /// Later versions may add kinds.
  public struct Code: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The name of the kind, as responses contain it.
    public let name: String

    /// Creates a kind with a name.
    public init(name: String) { self.name = name }

    /// Another process already listens at the path.
    public static let pathInUse = Code(name: "pathInUse")

    /// The path or its folder cannot be used.
    public static let badPath = Code(name: "badPath")

    /// A system call failed unexpectedly.
    public static let systemCallFailed = Code(name: "systemCallFailed")

    /// The other side belongs to another user.
    public static let forbidden = Code(name: "forbidden")

    /// The maximum number of clients is connected.
    public static let tooManyClients = Code(name: "tooManyClients")

    /// A client has too many unanswered requests.
    public static let tooManyRequests = Code(name: "tooManyRequests")

    /// A line exceeds the maximum size.
    public static let lineTooLong = Code(name: "lineTooLong")

    /// A line is not a valid request.
    public static let badRequest = Code(name: "badRequest")

    /// No command has this name.
    public static let unknownCommand = Code(name: "unknownCommand")

    /// An argument is missing or invalid.
    public static let badArgument = Code(name: "badArgument")

    /// The requested thing does not exist.
    public static let notFound = Code(name: "notFound")

    /// The command failed.
    public static let failed = Code(name: "failed")

    /// The connection ended, or no response arrived in time.
    public static let disconnected = Code(name: "disconnected")

    public init(from decoder: any Decoder) throws {
      name = try decoder.singleValueContainer().decode(String.self)
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(name)
    }

    public var description: String { name }
  }

  /// The kind of problem.
  public let code: Code

  /// A sentence that describes the problem and suggests a fix.
  public let message: String

  /// Creates an error.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  public var description: String { "\(code): \(message)" }
}

extension BridgeConsoleError: Codable {}

extension BridgeConsoleError {
  init(_ error: UnixSocketError) { self.init(.systemCallFailed, error.description) }
}
