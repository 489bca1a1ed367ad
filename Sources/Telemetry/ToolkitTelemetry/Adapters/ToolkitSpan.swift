#if SwiftDistributedTracing
  internal import Synchronization
  internal import ToolkitTrace
  public import Tracing

  /// A span that a ``ToolkitTracer`` started.
  ///
  /// An event becomes an instant with the kind `moment` whose cause is the span. The attributes
  /// `otel.status_code` and `otel.status_description` contain the status. Attributes of links are
  /// lost, because links of `Trace` have none.
  ///
  /// - Concurrency: Can be used from any thread.
  public final class ToolkitSpan: Tracing.Span {
    public let context: ServiceContext

    /// The constant properties of a span that is recorded.
    private struct Recorded: Sendable {
      let token: TraceToken
      let start: TraceInstant
      let kind: TraceKind
      let module: String
      let cause: TraceSpanID?
    }

    fileprivate struct State: Sendable {
      var operationName: String
      var attributes: SpanAttributes = [:]
      var status: SpanStatus?
      var links: [TraceLink] = []
      var hasEnded = false
    }

    private let recorded: Recorded?
    private let state: Mutex<State>

    /// Creates a span that is not recorded, because tracing is off.
    init(_ operationName: String, in context: ServiceContext) {
      self.context = context
      recorded = nil
      state = Mutex(State(operationName: operationName))
    }

    /// Starts a span that is recorded when it ends.
    init(
      _ operationName: String, in context: ServiceContext, kind: TraceKind, module: String,
      start: TraceInstant
    ) {
      let token = TraceToken(startingAt: start)
      let outer = context.traceLink
      let causes = [outer?.spanOfThisProcess, Trace.currentCause].compactMap { $0 }
      // Identifiers increase over time. The inner one of two enclosing spans therefore has the
      // higher identifier.
      recorded = Recorded(
        token: token, start: start, kind: kind, module: module, cause: causes.max())
      var state = State(operationName: operationName)
      if let outer, outer.spanOfThisProcess == nil { state.links = [outer] }
      self.state = Mutex(state)
      var context = context
      context.traceLink = token.id.map { TraceLink($0) }
      self.context = context
    }

    public var operationName: String {
      get { state.withLock(\.operationName) }
      set { state.withLock { $0.operationName = newValue } }
    }

    public var attributes: SpanAttributes {
      get { state.withLock(\.attributes) }
      set { state.withLock { $0.attributes = newValue } }
    }

    public var isRecording: Bool { recorded != nil && !state.withLock(\.hasEnded) }

    public func setStatus(_ status: SpanStatus) {
      state.withLock { $0.status = status }
    }

    public func addEvent(_ event: SpanEvent) {
      guard let recorded, isRecording else { return }
      let instant = TraceInstant(
        DefaultTracerClock.Timestamp(nanosecondsSinceEpoch: event.nanosecondsSinceEpoch))
      Trace.recorder.end(
        TraceToken(startingAt: instant), event.name, kind: "moment", module: recorded.module,
        cause: recorded.token.id, links: [], attributes: event.attributes.texts, at: instant)
    }

    /// Adds the event `exception`, which is the OpenTelemetry name, with the type and message of
    /// the error.
    public func recordError<Instant: TracerInstant>(
      _ error: any Error, attributes: SpanAttributes, at instant: @autoclosure () -> Instant
    ) {
      var attributes = attributes
      attributes["exception.type"] = String(reflecting: type(of: error))
      attributes["exception.message"] = "\(error)"
      addEvent(SpanEvent(name: "exception", at: instant(), attributes: attributes))
    }

    /// Adds a link to the span of a context that a ``ToolkitTracer`` created or read from a
    /// request.
    public func addLink(_ link: SpanLink) {
      guard let link = link.context.traceLink else { return }
      state.withLock { $0.links.append(link) }
    }

    /// Records the span.
    ///
    /// Further calls have no effect.
    public func end<Instant: TracerInstant>(at instant: @autoclosure () -> Instant) {
      guard let recorded else { return }
      let ended = state.withLock { state -> State? in
        guard !state.hasEnded else { return nil }
        state.hasEnded = true
        return state
      }
      guard let ended else { return }
      Trace.recorder.end(
        recorded.token, ended.operationName, kind: recorded.kind, module: recorded.module,
        cause: recorded.cause, links: ended.links, attributes: ended.texts,
        at: max(TraceInstant(instant()), recorded.start))
    }
  }

  extension ToolkitSpan.State {
    /// The attributes of the span, including its status.
    fileprivate var texts: [String: String] {
      var texts = attributes.texts
      guard let status else { return texts }
      // The specification uses these names for formats without a status.
      texts["otel.status_code"] = status.code == .error ? "ERROR" : "OK"
      if let message = status.message { texts["otel.status_description"] = message }
      return texts
    }
  }
#endif
