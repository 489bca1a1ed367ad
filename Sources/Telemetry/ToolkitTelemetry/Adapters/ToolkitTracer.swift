#if SwiftDistributedTracing
  internal import RecordFormat
  internal import ToolkitTrace
  public import Tracing

  /// A tracer of swift-distributed-tracing that records spans in `Trace`.
  ///
  /// ```swift
  /// InstrumentationSystem.bootstrap(ToolkitTracer())
  /// ```
  ///
  /// The spans of libraries such as HTTP clients and servers then are beside those of the toolkit:
  /// in its ring, its report page, and with ``Telemetry`` in a collector. The cause of a span is
  /// the latest of the spans around it, whether the toolkit's or a library's. A span of another
  /// process, which comes with a request as `traceparent`, is among the links, as each process
  /// has a trace of its own.
  ///
  /// While tracing is off nothing is recorded, and contexts pass through as they are.
  public struct ToolkitTracer: Tracer {
    /// Makes a tracer.
    public init() {}

    public func startSpan<Instant: TracerInstant>(
      _ operationName: String, context: @autoclosure () -> ServiceContext, ofKind kind: SpanKind,
      at instant: @autoclosure () -> Instant, function: String, file fileID: String, line: UInt
    ) -> ToolkitSpan {
      guard Trace.isOn else { return ToolkitSpan(operationName, in: context()) }
      return ToolkitSpan(
        operationName, in: context(), kind: TraceKind(kind),
        module: CodeLocation(fileID: fileID, line: Int(clamping: line)).module,
        start: TraceInstant(instant()))
    }

    /// Does nothing: sinks receive spans as they end, and `Telemetry` has a `flush` of its own.
    public func forceFlush() {}

    /// Reads the header `traceparent`.
    public func extract<Carrier, Extract: Extractor>(
      _ carrier: Carrier, into context: inout ServiceContext, using extractor: Extract
    ) where Extract.Carrier == Carrier {
      guard let text = extractor.extract(key: Self.header, from: carrier) else { return }
      if let link = TraceLink(traceParent: text) { context.traceLink = link }
    }

    /// Writes the header `traceparent`.
    public func inject<Carrier, Inject: Injector>(
      _ context: ServiceContext, into carrier: inout Carrier, using injector: Inject
    ) where Inject.Carrier == Carrier {
      guard let link = context.traceLink else { return }
      injector.inject(link.traceParent, forKey: Self.header, into: &carrier)
    }

    private static let header = "traceparent"
  }

  extension TraceKind {
    /// The kind of a span of swift-distributed-tracing, by its name.
    fileprivate init(_ kind: SpanKind) {
      switch kind {
      case .server: self = "server"
      case .client: self = "client"
      case .producer: self = "producer"
      case .consumer: self = "consumer"
      case .internal: self = "internal"
      }
    }
  }

  extension TraceInstant {
    /// The instant of a time of day, by the readings of both clocks at this moment.
    ///
    /// Start and end of a span are converted as they come, so that its duration stays right when
    /// the time of day is corrected in between.
    init(_ instant: some TracerInstant) {
      let now = WallTime.now()
      let elapsed = now.nanosecondsSince1970 - Int64(clamping: instant.nanosecondsSinceEpoch)
      self.init(nanoseconds: now.instant.nanoseconds - elapsed)
    }
  }
#endif
