/// A copy of the spans of a recording.
public struct TraceSnapshot: Sendable, Hashable {
  /// The spans in the order in which they ended.
  public let spans: [TraceSpan]

  /// The number of spans of this recording that were dropped because the ring was full.
  public let dropped: Int

  /// The recorded process.
  public let process: TraceProcess

  /// The start of the recording, on the clock of the spans.
  public let start: TraceInstant

  /// The start of the recording as time of day: the time since 1970-01-01 00:00 UTC.
  public let startSince1970: Duration

  /// Creates a snapshot.
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

  /// Returns the time of day at an instant, as the time since 1970-01-01 00:00 UTC.
  ///
  /// It is computed from the start of the recording, so changes of the system clock during the
  /// recording have no effect.
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
  /// Returns the spans in the JSON format of [Perfetto](https://ui.perfetto.dev) and
  /// `chrome://tracing`.
  ///
  /// Every module has a track, or several if its spans overlap. Arrows lead from causes to effects.
  /// The arguments of a span contain its links and attributes. Equal snapshots result in equal
  /// data.
  ///
  /// - Complexity: O(*n* log *n*) for *n* spans, multiplied by the maximum number of tracks of a
  ///   module.
  public func chromeTraceJSON() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(ChromeTrace(self))
  }

  /// Returns the time of day at an instant.
  ///
  /// See ``durationSince1970(at:)``.
  public func date(at instant: TraceInstant) -> Date {
    Date(timeIntervalSince1970: durationSince1970(at: instant) / .seconds(1))
  }
}
