/// A trace in the format that Perfetto and `chrome://tracing` read.
///
/// See <https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU>.
struct ChromeTrace: Encodable {
  /// The events, in the order that readers require.
  let traceEvents: [ChromeTraceEvent]

  /// Other data, which readers show or ignore.
  let otherData: OtherData

  /// The unit of times in the display of readers.
  ///
  /// The events always use microseconds.
  let displayTimeUnit = "ns"

  /// Facts about the recording.
  struct OtherData: Encodable {
    /// The number of spans that the ring dropped.
    let dropped: Int

    /// The start of the recording, in seconds since 1970-01-01 00:00 UTC.
    let startedAt: Double
  }
}

extension ChromeTrace {
  /// Creates a trace from a snapshot.
  ///
  /// Every module has a track. If spans of a module overlap and are not nested, the module has
  /// several tracks. An arrow leads from each cause in the snapshot to its effects. If a cause is
  /// not in the snapshot, it is still among the arguments of the effect.
  init(_ snapshot: TraceSnapshot) {
    let layout = TraceLayout(snapshot.spans)
    let process = snapshot.process.id
    let effects = Dictionary(grouping: layout.placements.map(\.span), by: \.cause)
    let drawn = Set(layout.placements.map(\.span.id))

    var events = [ChromeTraceEvent.processName(snapshot.process)]
    events += layout.trackNames.enumerated().map { index, name in
      .trackName(name, process: process, track: index + 1)
    }
    for placement in layout.placements {
      let span = placement.span
      let place = ChromeTraceEvent.Place(
        process: process, track: placement.track + 1,
        time: snapshot.start.duration(to: span.start))
      // The end of an arrow follows its span directly, because readers attach it to the last span
      // of the track.
      events.append(.span(span, at: place))
      if let cause = span.cause, drawn.contains(cause) {
        events.append(.arrowEnd(to: span.id, at: place))
      }
      events += (effects[span.id] ?? []).map { .arrowStart(to: $0.id, at: place) }
    }
    traceEvents = events
    otherData = OtherData(
      dropped: snapshot.dropped, startedAt: snapshot.startSince1970 / .seconds(1))
  }
}
