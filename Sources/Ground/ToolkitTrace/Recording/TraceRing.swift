/// The latest spans, up to a fixed number, and a count of those that had to
/// make room.
struct TraceRing: Sendable {
  /// The number of appended spans that were dropped.
  private(set) var dropped = 0

  /// One span for each place of the ring; blank ones where nothing was
  /// appended yet.
  private var slots: [TraceSpan]

  /// The number of slots that have been written to.
  private var count = 0

  /// The slot that the next span goes into: the oldest one if the ring is
  /// full.
  private var next = 0

  /// Makes an empty ring and takes all the memory that it will ever need.
  ///
  /// A ring of capacity zero drops everything. A negative capacity counts as
  /// zero.
  init(capacity: Int) {
    slots = Array(repeating: .blank, count: max(0, capacity))
  }

  /// Puts a span in, in the place of the oldest one if the ring is full.
  ///
  /// - Parameter write: Writes the span over the old contents of its slot.
  ///   Building a span first and assigning it would retain and release each
  ///   of its strings once more, a tenth of the time that it takes to record
  ///   one.
  /// - Complexity: O(1), without allocating memory.
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

  /// The spans in the order in which they were appended.
  ///
  /// Always a copy: an array that shared the slots would make the next
  /// ``append(_:)`` copy all of them.
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
