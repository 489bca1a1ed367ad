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
