/// Which track each span of a snapshot is drawn on.
///
/// A track shows nested spans below each other, but cannot show two that
/// overlap without one lying inside the other. A module therefore gets as many
/// tracks as it needs.
struct TraceLayout {
  /// A span and the index of its track.
  struct Placement {
    let span: TraceSpan
    let track: Int
  }

  /// The names of the tracks: the module, from the second track on with a
  /// number.
  ///
  /// Tracks of one module are neighbors, and modules are in alphabetical
  /// order.
  let trackNames: [String]

  /// The spans in the order in which they began, causes before their effects.
  let placements: [Placement]

  /// Lays the spans out.
  ///
  /// - Complexity: O(*n* log *n* + *n* · *t*) for *n* spans, where *t* is the
  ///   number of tracks of one module.
  init(_ spans: [TraceSpan]) {
    // A cause has a smaller identifier than its effects, so that it comes
    // first also if the clock is too coarse to tell them apart.
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

/// One track while spans are being placed on it.
private struct Lane {
  /// The ends of the spans that the next span may lie inside of, the innermost
  /// last.
  private var openEnds: [TraceInstant] = []

  /// Places a span here if it lies beside all the others or inside one.
  mutating func accept(_ span: TraceSpan) -> Bool {
    while let end = openEnds.last, end <= span.start { openEnds.removeLast() }
    if let end = openEnds.last, end < span.end { return false }
    openEnds.append(span.end)
    return true
  }
}

extension [Lane] {
  /// Places a span on the first lane with room for it, or on a new one, and
  /// returns the index of the lane.
  fileprivate mutating func place(_ span: TraceSpan) -> Int {
    for lane in indices where self[lane].accept(span) { return lane }
    var lane = Lane()
    _ = lane.accept(span)
    append(lane)
    return count - 1
  }
}
