#if SwiftLog
  public import Logging
  internal import RecordFormat
  internal import ToolkitTrace

  /// A sink that passes log records to a logger of swift-log.
  ///
  /// Level, source, file and line come from the record. Its attributes become metadata. The span in
  /// which it was written becomes `trace_id` and `span_id`, which are the OpenTelemetry names for
  /// logs in other formats.
  ///
  /// The logger uses the time at which its handler receives the record, because swift-log does not
  /// accept another time.
  public struct SwiftLogSink: LogSink {
    /// The logger, with its level and metadata.
    public let logger: Logger

    /// Creates a sink that passes records to a logger.
    public init(_ logger: Logger) {
      self.logger = logger
    }

    public func receive(_ record: LogRecord) {
      // If the record has no location, the log entry has none either.
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

    /// Returns the attributes and the span, or `nil` if both are missing.
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
