public import RecordFormat

/// An error of an exporter, or of its settings.
public struct TelemetryError: ModularityError {
  /// The kind of problem; the list may grow.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    /// The name of the kind.
    public let name: String

    /// A setting has a value that is not understood.
    public static let unknownSetting = Code(name: "unknownSetting")

    /// The file cannot be opened, written or renamed.
    public static let file = Code(name: "file")

    /// The collector cannot be reached, or does not answer in time.
    public static let connection = Code(name: "connection")

    /// The collector has rejected a request, or some of its items.
    public static let rejected = Code(name: "rejected")

    /// The collector's answer cannot be read.
    public static let unreadableAnswer = Code(name: "unreadableAnswer")

    /// Spans or log records were dropped, because they arrived faster than they could be
    /// exported.
    public static let dropped = Code(name: "dropped")

    public var description: String { name }
  }

  /// The kind of problem.
  public let code: Code

  /// A sentence that says what happened and what can be done about it.
  public let message: String

  /// Always `nil`: the message names the file, the address or the variable.
  public var location: CodeLocation? { nil }

  /// Always `nil`: errors of the system are described in ``message``.
  public var underlyingError: (any Error)? { nil }

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}
