/// A snapshot of the ring.
public struct TraceSnapshot: Sendable, Hashable {
  /// The spans in the order in which they ended, the oldest first.
  public let spans: [TraceSpan]

  /// The number of spans of this recording that had already made room for later ones.
  public let dropped: Int

  /// The process that was recorded.
  public let process: TraceProcess

  /// When the recording started, on the clock of the spans.
  public let start: TraceInstant

  /// When the recording started, as time of day: the time since
  /// 1970-01-01 00:00 UTC.
  public let startSince1970: Duration

  /// Puts a snapshot together.
  package init(
    spans: [TraceSpan], dropped: Int, process: TraceProcess, start: TraceInstant,
    startSince1970: Duration
  ) {
    self.spans = spans
    self.dropped = dropped
    self.process = process
    self.start = start
    self.startSince1970 = startSince1970
  }

  /// The time of day at an instant, as the time since 1970-01-01 00:00 UTC.
  ///
  /// Reckoned from the start of the recording, so that a clock that was set in
  /// the meantime does not tear the trace apart.
  public func durationSince1970(at instant: TraceInstant) -> Duration {
    startSince1970 + start.duration(to: instant)
  }
}

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension TraceSnapshot {
  /// Writes the spans in the JSON format that [Perfetto](https://ui.perfetto.dev)
  /// and `chrome://tracing` open.
  ///
  /// Every module is a track, or several where its spans overlap. Arrows lead
  /// from causes to effects. Links and attributes are among the arguments of a
  /// span. Equal snapshots give equal bytes.
  ///
  /// - Complexity: O(*n* log *n*) for *n* spans, times the number of tracks
  ///   that one module needs.
  public func chromeTraceJSON() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(ChromeTrace(self))
  }

  /// The time of day at an instant; see ``durationSince1970(at:)``.
  public func date(at instant: TraceInstant) -> Date {
    Date(timeIntervalSince1970: durationSince1970(at: instant) / .seconds(1))
  }
}
