/// Records the actions of this process and their causes.
///
/// Tracing is off until ``start(capacity:)`` is called. While it is off, code that emits a span
/// only reads one byte. It does not create names or read clocks.
///
/// - Concurrency: Can be used from any thread at any time. Other threads notice a start or a stop
///   with a short delay. Spans during this delay may be missing, but are never added to the wrong
///   recording.
public enum Trace {
  /// The recorder of the process.
  package static let recorder = TraceRecorder(didTurn: { on in TraceSwitch.turn(on: on) })

  /// A Boolean value that indicates whether the process is tracing.
  ///
  /// You do not need to check it before you emit a span. Check it only before work whose result is
  /// used only by a span.
  @inlinable
  @inline(always)
  public static var isOn: Bool { TraceSwitch.isOn }

  /// Starts a recording with an empty ring and removes the previous one.
  ///
  /// Spans that started earlier are not recorded, even if they end later. Sinks remain attached.
  ///
  /// - Parameter capacity: The number of spans to keep. The ring allocates its memory now, about a
  ///   hundred bytes for each span. With a capacity of zero, no spans are kept and only sinks
  ///   receive them. A negative capacity counts as zero, because a recorder must not stop the
  ///   program.
  public static func start(capacity: Int = 16_384) {
    recorder.start(capacity: capacity)
  }

  /// Stops the recording, and keeps its spans for ``snapshot()``.
  public static func stop() {
    recorder.stop()
  }

  /// Returns a copy of the recorded spans.
  ///
  /// - Returns: The spans of the current recording or, after ``stop()``, of the latest one.
  /// - Complexity: O(*n*), where *n* is the number of spans. Threads that end a span wait until the
  ///   copy is complete.
  public static func snapshot() -> TraceSnapshot {
    recorder.snapshot()
  }

  /// Attaches a sink, which receives every span that ends while tracing is on.
  ///
  /// You can attach a sink before tracing starts, and it remains attached when tracing stops. Sinks
  /// receive a span in the order in which they were attached.
  @discardableResult
  public static func attach(_ sink: some TraceSink) -> TraceSinkAttachment {
    recorder.attach(sink)
  }
}

extension Trace {
  /// A reference to the current cause that other processes can use, or `nil` if the cause is unknown
  /// or tracing is off.
  @inlinable
  @inline(always)
  public static var currentLink: TraceLink? {
    guard isOn else { return nil }
    return currentLinkTraced
  }

  /// Ends a span and records it with links to other spans and with attributes.
  ///
  /// Use it instead of ``end(_:_:kind:module:cause:)`` for a span with more information than its
  /// name.
  ///
  /// - Parameters:
  ///   - token: The result of ``begin()``.
  ///   - name: The name of the work.
  ///   - kind: The kind of the work.
  ///   - module: The module that did the work.
  ///   - cause: The span of this process that caused it.
  ///   - links: Other spans that led to it, such as a span of another process.
  ///   - attributes: Additional information, by name.
  @inlinable
  @inline(always)
  public static func end(
    _ token: TraceToken, _ name: @autoclosure () -> String, kind: @autoclosure () -> TraceKind,
    module: @autoclosure () -> String, cause: @autoclosure () -> TraceSpanID? = nil,
    links: @autoclosure () -> [TraceLink], attributes: @autoclosure () -> [String: String]
  ) {
    guard token.isTraced else { return }
    token.endTraced(
      name(), kind: kind(), module: module(), cause: cause(), links: links(),
      attributes: attributes())
  }

  /// The link to the current cause while tracing is on.
  @usableFromInline
  internal static var currentLinkTraced: TraceLink? { TraceContext.cause.map { TraceLink($0) } }
}

extension TraceToken {
  /// Ends a span with details.
  ///
  /// The span started while tracing was on.
  @usableFromInline
  @inline(never)
  internal func endTraced(
    _ name: String, kind: TraceKind, module: String, cause: TraceSpanID?, links: [TraceLink],
    attributes: [String: String]
  ) {
    Trace.recorder.end(
      self, name, kind: kind, module: module, cause: cause, links: links, attributes: attributes)
  }
}

/// A sink that is attached to the process until it is cancelled.
///
/// Releasing this value does *not* detach the sink.
public struct TraceSinkAttachment: Sendable {
  private let recorder: TraceRecorder
  private let number: UInt64

  /// Creates the attachment of the sink with this number.
  init(recorder: TraceRecorder, number: UInt64) {
    self.recorder = recorder
    self.number = number
  }

  /// Detaches the sink and releases it.
  ///
  /// Cancelling it again has no effect.
  ///
  /// - Concurrency: Can be called from any thread, and from ``TraceSink/receive(_:)``. A span that
  ///   is ending on another thread may still be received afterwards.
  public func cancel() {
    recorder.detach(number)
  }
}

/// A type that receives every span when it ends.
///
/// The ring keeps only the latest spans for a snapshot. A sink receives all of them, for example to
/// write a log, to count them, or to display them live.
///
/// - Concurrency: ``receive(_:)`` is called on the thread that ended the span, before the call that
///   ended it returns, without a lock. Several threads may call it at the same time. The spans of a
///   thread are received in the order in which they ended. The order between threads is undefined.
public protocol TraceSink: Sendable {
  /// Receives a span that has just ended.
  ///
  /// Spans that end inside this function, or in tasks that it starts, are recorded in the ring, but
  /// no sink receives them. This prevents endless recursion if a sink uses traced code. Work on a
  /// dispatch queue or in a detached task is not protected from this.
  func receive(_ span: TraceSpan)
}
