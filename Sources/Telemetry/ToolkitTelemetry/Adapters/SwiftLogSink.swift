#if SwiftLog
  public import Logging
  internal import RecordFormat
  internal import ToolkitTrace

  /// A sink that writes log records with a logger of swift-log.
  ///
  /// Level, source, file and line are those of the record. Its attributes are metadata; the span
  /// in which it was written is in `trace_id` and `span_id`, as OpenTelemetry names them in logs
  /// of other formats.
  ///
  /// The time is that at which the logger's handler takes the record, as swift-log has no other.
  public struct SwiftLogSink: LogSink {
    /// The logger, with its level and metadata.
    public let logger: Logger

    /// Makes a sink that writes with a logger.
    public init(_ logger: Logger) {
      self.logger = logger
    }

    public func receive(_ record: LogRecord) {
      // A record without a location has none in this file either.
      logger.log(
        level: Self.level(of: record.severity), "\(record.message)",
        metadata: Self.metadata(of: record), source: record.source,
        file: record.location?.fileID ?? "", function: "",
        line: UInt(record.location?.line ?? 0))
    }

    private static func level(of severity: LogRecord.Severity) -> Logger.Level {
      switch severity {
      case .debug: .debug
      case .info: .info
      case .notice: .notice
      case .warning: .warning
      case .error: .error
      case .critical: .critical
      }
    }

    /// The attributes and the span; `nil` if there are none.
    private static func metadata(of record: LogRecord) -> Logger.Metadata? {
      var metadata = record.attributes.mapValues { Logger.MetadataValue.string($0) }
      if let span = record.span {
        metadata["trace_id"] = .string("\(span.trace)")
        metadata["span_id"] = .string(span.spanText)
      }
      return metadata.isEmpty ? nil : metadata
    }
  }

  extension TraceLink {
    /// The identifier of the span in 16 hexadecimal digits, as in ``traceParent``.
    fileprivate var spanText: String { String(traceParent.split(separator: "-")[2]) }
  }
#endif
