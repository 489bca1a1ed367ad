/// The latest spans, up to a fixed number, and the number of older spans that were dropped.
struct TraceRing: Sendable {
  /// The number of appended spans that were dropped.
  private(set) var dropped = 0

  /// The spans in the slots of the ring.
  ///
  /// Slots that have not been used are blank.
  private var slots: [TraceSpan]

  /// The number of slots that have been written to.
  private var count = 0

  /// The slot of the next span.
  ///
  /// If the ring is full, it contains the oldest span.
  private var next = 0

  /// Creates an empty ring and allocates all of its memory.
  ///
  /// A ring with a capacity of zero drops all spans. A negative capacity counts as zero.
  init(capacity: Int) {
    slots = Array(repeating: .blank, count: max(0, capacity))
  }

  /// Adds a span.
  ///
  /// If the ring is full, it replaces the oldest span.
  ///
  /// - Parameter write: Replaces the old contents of the slot. If a span were created first and
  ///   then assigned, each of its strings would be retained and released once more, which takes a
  ///   tenth of the time to record a span.
  /// - Complexity: O(1), without memory allocation.
  @inline(always)
  mutating func append(_ write: (inout TraceSpan) -> Void) {
    if count < slots.count {
      count += 1
    } else {
      dropped += 1
      guard count > 0 else { return }
    }
    write(&slots[next])
    next += 1
    if next == slots.count { next = 0 }
  }

  /// The spans in the order in which they were added.
  ///
  /// This is always a copy. If the array shared the slots, the next ``append(_:)`` would copy all
  /// of them.
  ///
  /// - Complexity: O(*n*), where *n* is the number of spans.
  var spans: [TraceSpan] {
    let oldest = count == slots.count ? next : 0
    var spans: [TraceSpan] = []
    spans.reserveCapacity(count)
    spans += slots[oldest..<count]
    spans += slots[..<oldest]
    return spans
  }
}
