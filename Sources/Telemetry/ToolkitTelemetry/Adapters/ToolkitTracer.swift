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
  /// With this tracer, the spans of libraries such as HTTP clients and servers are recorded
  /// together with the spans of the toolkit: in its ring, on its report page, and, with
  /// ``Telemetry``, in a collector. The cause of a span is its latest enclosing span, from the
  /// toolkit or a library. A span of another process, which a request contains as `traceparent`,
  /// becomes a link, because each process has its own trace.
  ///
  /// While tracing is off, nothing is recorded and contexts are not changed.
  public struct ToolkitTracer: Tracer {
    /// Creates a tracer.
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

    /// Does nothing, because sinks receive spans when they end, and `Telemetry` has its own
    /// `flush`.
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
    /// Creates the kind with the name of a span kind of swift-distributed-tracing.
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
    /// Creates the instant of a time of day, with current readings of both clocks.
    ///
    /// The start and the end of a span are converted when they occur. The duration is therefore
    /// correct even if the time of day is corrected in between.
    init(_ instant: some TracerInstant) {
      let now = WallTime.now()
      let elapsed = now.nanosecondsSince1970 - Int64(clamping: instant.nanosecondsSinceEpoch)
      self.init(nanoseconds: now.instant.nanoseconds - elapsed)
    }
  }
#endif
