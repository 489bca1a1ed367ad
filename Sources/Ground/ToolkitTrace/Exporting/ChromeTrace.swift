/// A trace in the format that Perfetto and `chrome://tracing` read.
///
/// See <https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU>.
struct ChromeTrace: Encodable {
  /// The events in the order in which a reader has to see them.
  let traceEvents: [ChromeTraceEvent]

  /// The data that is no event; readers show or ignore it.
  let otherData: OtherData

  /// The unit that readers show times in.
  ///
  /// The events themselves always count in microseconds.
  let displayTimeUnit = "ns"

  /// Facts about the recording.
  struct OtherData: Encodable {
    /// The number of spans that the ring had already dropped.
    let dropped: Int

    /// When the recording started, in seconds since 1970-01-01 00:00 UTC.
    let startedAt: Double
  }
}

extension ChromeTrace {
  /// Draws a snapshot.
  ///
  /// Every module is a track, and gets another one for each span that overlaps
  /// with an earlier span of the module without lying inside it. An arrow
  /// leads from each cause in the snapshot to its effects. A cause that is not
  /// in the snapshot can still be read from the arguments of the effect.
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
      // The ends of arrows follow their span directly: a reader ties them to
      // the span that it has seen last on the track.
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
