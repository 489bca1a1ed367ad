public import RecordFormat

/// An error of the port for monitors.
public struct MonitorPortError: ModularityError {
  /// The kind of problem; the list may grow.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    /// The name of the kind.
    public let name: String

    /// Another process listens at the port already.
    public static let portInUse = Code(name: "portInUse")

    /// The system rejected a call.
    public static let systemCallFailed = Code(name: "systemCallFailed")

    public var description: String { name }
  }

  /// The kind of problem.
  public let code: Code

  /// A sentence that says what happened and what can be done about it.
  public let message: String

  /// The source location of the call that opens the port.
  public let location: CodeLocation?

  /// Always `nil`: errors of the system are described in ``message``.
  public var underlyingError: (any Error)? { nil }

  init(_ code: Code, _ message: String, at location: CodeLocation) {
    self.code = code
    self.message = message
    self.location = location
  }
}
