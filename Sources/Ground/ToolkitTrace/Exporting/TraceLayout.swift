/// Assigns each span of a snapshot to a track.
///
/// A track shows nested spans below each other, but cannot show spans that overlap and are not
/// nested. A module therefore has as many tracks as necessary.
struct TraceLayout {
  /// A span and the index of its track.
  struct Placement {
    let span: TraceSpan
    let track: Int
  }

  /// The names of the tracks: the name of the module, with a number from the second track on.
  ///
  /// Tracks of a module are adjacent, and modules are in alphabetical order.
  let trackNames: [String]

  /// The spans in the order of their start.
  ///
  /// Causes precede their effects.
  let placements: [Placement]

  /// Creates the layout.
  ///
  /// - Complexity: O(*n* log *n* + *n* · *t*) for *n* spans, where *t* is the number of tracks of a
  ///   module.
  init(_ spans: [TraceSpan]) {
    // A cause has a lower identifier than its effects. It therefore comes first even if the clock
    // is too coarse to distinguish their times.
    let ordered = spans.sorted { ($0.start, $0.id) < ($1.start, $1.id) }

    var lanesOfModule: [String: [Lane]] = [:]
    let lanes = ordered.map { span in
      lanesOfModule[span.module, default: []].place(span)
    }

    var trackNames: [String] = []
    var firstTrackOfModule: [String: Int] = [:]
    for (module, lanes) in lanesOfModule.sorted(by: { $0.key < $1.key }) {
      firstTrackOfModule[module] = trackNames.count
      trackNames += lanes.indices.map { $0 == 0 ? module : "\(module) \($0 + 1)" }
    }
    self.trackNames = trackNames
    placements = zip(ordered, lanes).map { span, lane in
      Placement(span: span, track: firstTrackOfModule[span.module, default: 0] + lane)
    }
  }
}

/// A track to which spans are being assigned.
private struct Lane {
  /// The ends of the spans in which the next span can be nested, with the innermost last.
  private var openEnds: [TraceInstant] = []

  /// Adds a span if it does not overlap other spans or is nested in one.
  mutating func accept(_ span: TraceSpan) -> Bool {
    while let end = openEnds.last, end <= span.start { openEnds.removeLast() }
    if let end = openEnds.last, end < span.end { return false }
    openEnds.append(span.end)
    return true
  }
}

extension [Lane] {
  /// Adds a span to the first lane with space for it, or to a new one, and returns the index of the
  /// lane.
  fileprivate mutating func place(_ span: TraceSpan) -> Int {
    for lane in indices where self[lane].accept(span) { return lane }
    var lane = Lane()
    _ = lane.accept(span)
    append(lane)
    return count - 1
  }
}
