/// The record of what this process did and why.
///
/// Tracing is off until ``start(capacity:)``. While it is off, a place that
/// emits a span reads one byte and goes on: names are not built and clocks are
/// not read.
///
/// - Concurrency: Everything here may be called from any thread at any time.
///   Threads notice a start or a stop a moment later than the thread that
///   called it; a span that falls into that moment may be missing, but never
///   appears in the wrong recording.
public enum Trace {
  /// The recorder behind this type.
  package static let recorder = TraceRecorder(didTurn: { on in TraceSwitch.turn(on: on) })

  /// A Boolean value that indicates whether the process is tracing.
  ///
  /// Nothing needs to ask before it emits; ask before doing work whose result
  /// only a span would use.
  @inlinable
  @inline(always)
  public static var isOn: Bool { TraceSwitch.isOn }

  /// Starts a recording with an empty ring and forgets the previous one.
  ///
  /// Spans that began before are not recorded, even if they end later. Sinks
  /// stay attached.
  ///
  /// - Parameter capacity: How many spans to keep. The ring takes its memory
  ///   now, about a hundred bytes for each. With a capacity of zero nothing is
  ///   kept and only sinks see the spans; a negative capacity counts as zero,
  ///   because a recorder has no business ending the program that it watches.
  public static func start(capacity: Int = 16_384) {
    recorder.start(capacity: capacity)
  }

  /// Stops recording, and keeps what was recorded for ``snapshot()``.
  public static func stop() {
    recorder.stop()
  }

  /// Copies out what the ring holds.
  ///
  /// - Returns: The spans of the current recording or, after ``stop()``, of
  ///   the latest one.
  /// - Complexity: O(*n*), where *n* is the number of spans. Threads that end
  ///   a span in the meantime wait.
  public static func snapshot() -> TraceSnapshot {
    recorder.snapshot()
  }

  /// Hands every span that ends while tracing is on to a sink.
  ///
  /// A sink may be attached before tracing starts, and stays attached when it
  /// stops. Sinks receive a span in the order in which they were attached.
  @discardableResult
  public static func attach(_ sink: some TraceSink) -> TraceSinkAttachment {
    recorder.attach(sink)
  }
}

extension Trace {
  /// A reference to the current cause that also other processes understand, or `nil` if there
  /// is no cause or tracing is off.
  @inlinable
  @inline(always)
  public static var currentLink: TraceLink? {
    guard isOn else { return nil }
    return currentLinkTraced
  }

  /// Ends a span and records it with links to other spans, and attributes.
  ///
  /// Like ``end(_:_:kind:module:cause:)``, for a span that tells more than its name does.
  ///
  /// - Parameters:
  ///   - token: What ``begin()`` returned.
  ///   - name: What was done.
  ///   - kind: What sort of work it was.
  ///   - module: The module that did it.
  ///   - cause: The span of this process that made it happen.
  ///   - links: The spans that it follows from in another way, such as that of another process.
  ///   - attributes: More about it, by name.
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
  /// Ends a span with details that began while tracing was on.
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

/// A sink that is attached to the process, until it is cancelled.
///
/// Dropping the value does *not* detach the sink.
public struct TraceSinkAttachment: Sendable {
  private let recorder: TraceRecorder
  private let number: UInt64

  /// Names the sink that the recorder holds under this number.
  init(recorder: TraceRecorder, number: UInt64) {
    self.recorder = recorder
    self.number = number
  }

  /// Detaches the sink and releases it; does nothing the second time.
  ///
  /// - Concurrency: May be called from any thread, also from inside
  ///   ``TraceSink/receive(_:)``. A span that another thread is ending at this
  ///   moment may still arrive afterwards.
  public func cancel() {
    recorder.detach(number)
  }
}

/// Something that wants every span as soon as it is finished.
///
/// The ring keeps the latest spans for a snapshot; a sink sees all of them, to
/// write a log, to count, or to show them live.
///
/// - Concurrency: ``receive(_:)`` is called on the thread that ended the span,
///   before the call that ended it returns, and with no lock held. Several
///   threads may call it at once. Spans of one thread come in the order in
///   which they ended; across threads there is no order.
public protocol TraceSink: Sendable {
  /// Takes note of a span that has just ended.
  ///
  /// Spans that end inside this method, and inside the tasks that it starts,
  /// are recorded in the ring, but no sink receives them: a sink that uses
  /// traced code would otherwise never come to rest. Work that is handed to a
  /// dispatch queue or to a detached task escapes this protection.
  func receive(_ span: TraceSpan)
}
