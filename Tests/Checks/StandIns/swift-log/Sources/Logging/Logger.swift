/// A log with a handler that writes its messages.
public struct Logger: Sendable {
  public let label: String
  public var handler: any LogHandler

  public init(label: String, factory: (String) -> any LogHandler) {
    self.label = label
    handler = factory(label)
  }

  /// Makes a logger that writes nothing: the real one has a handler for the whole process.
  public init(label: String) {
    self.init(label: label) { _ in NoLogHandler() }
  }

  public var logLevel: Level {
    get { handler.logLevel }
    set { handler.logLevel = newValue }
  }

  public func log(
    level: Level, _ message: @autoclosure () -> Message,
    metadata: @autoclosure () -> Metadata? = nil, source: @autoclosure () -> String? = nil,
    file: String = #fileID, function: String = #function, line: UInt = #line
  ) {
    guard logLevel <= level else { return }
    handler.log(
      event: LogEvent(
        level: level, message: message(), metadata: metadata(), source: source() ?? "",
        file: file, function: function, line: line))
  }
}

extension Logger {
  public typealias Metadata = [String: MetadataValue]

  public enum MetadataValue: Sendable, Equatable {
    case string(String)
  }

  public enum Level: String, Sendable, CaseIterable, Comparable {
    case trace, debug, info, notice, warning, error, critical

    public static func < (left: Level, right: Level) -> Bool {
      allCases.firstIndex(of: left)! < allCases.firstIndex(of: right)!
    }
  }

  public struct Message: Sendable, Equatable, CustomStringConvertible,
    ExpressibleByStringInterpolation
  {
    public let description: String

    public init(stringLiteral value: String) { description = value }
  }
}
