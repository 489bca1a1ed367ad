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
