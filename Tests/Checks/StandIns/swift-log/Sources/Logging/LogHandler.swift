public protocol LogHandler: Sendable {
  var metadata: Logger.Metadata { get set }
  var logLevel: Logger.Level { get set }
  subscript(metadataKey _: String) -> Logger.MetadataValue? { get set }
  func log(event: LogEvent)
}

public struct LogEvent: Sendable {
  public var level: Logger.Level
  public var message: Logger.Message
  public var metadata: Logger.Metadata?
  public var source: String
  public var file: String
  public var function: String
  public var line: UInt
}

struct NoLogHandler: LogHandler {
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.critical

  subscript(metadataKey key: String) -> Logger.MetadataValue? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {}
}
