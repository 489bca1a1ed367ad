internal import ToolkitTrace

/// The bounded queue between the threads that end spans and the task that exports them, as a
/// value.
///
/// Methods return what has to be resumed, which the caller does when its lock is released.
struct PendingSpans: Sendable {
  /// A task that waits.
  typealias Waiter = CheckedContinuation<Void, Never>

  /// The reason for which the exporting task waits.
  private enum Wait {
    /// For a first span.
    case span(Waiter)

    /// For a full batch, until a timer ends the wait of this number.
    case batch(Waiter, number: UInt64)
  }

  private let batching: TelemetryBatching

  /// The full batches, the oldest first, so that taking one out moves no spans.
  private var batches: [[TraceSpan]] = []

  /// The latest batch, which is not full.
  private var latest: [TraceSpan] = []

  /// The number of spans in all batches.
  private var count = 0

  private var wait: Wait?

  /// The number of spans at which the waiting task has to be resumed.
  ///
  /// A number, as threads that end spans look at it each time: looking into ``wait`` takes some
  /// hundred instructions.
  private var wakingCount = Int.max

  private var waits: UInt64 = 0
  private var flushes: [(upTo: UInt64, waiter: Waiter)] = []
  private var isClosed = false

  /// The number of spans that were put in.
  private(set) var accepted: UInt64 = 0

  /// The number of spans that were taken out and dealt with.
  private(set) var settled: UInt64 = 0

  /// The number of spans that were not put in.
  private(set) var dropped: UInt64 = 0

  /// Makes an empty queue.
  init(_ batching: TelemetryBatching) {
    self.batching = batching
    latest.reserveCapacity(batching.batchSize)
  }

  /// Puts a span in, or counts it as dropped if the queue is full or closed.
  ///
  /// - Returns: Whether the waiting task has to be resumed, which ``takeWaiter()`` returns.
  /// - Complexity: O(1). Allocates memory once for each batch.
  mutating func append(_ span: TraceSpan) -> Bool {
    guard count < batching.queueSize, !isClosed else {
      dropped += 1
      return false
    }
    latest.append(span)
    count += 1
    accepted += 1
    if latest.count == batching.batchSize { batches.append(takeLatest()) }
    return count >= wakingCount
  }

  /// Takes out the next batch: the oldest spans, or none.
  mutating func takeBatch() -> [TraceSpan] {
    let batch = batches.isEmpty ? takeLatest() : batches.removeFirst()
    count -= batch.count
    return batch
  }

  private mutating func takeLatest() -> [TraceSpan] {
    var batch: [TraceSpan] = []
    batch.reserveCapacity(batching.batchSize)
    swap(&batch, &latest)
    return batch
  }

  /// Counts spans that were taken out as dealt with.
  mutating func settle(_ count: Int) -> [Waiter] {
    settled += UInt64(count)
    let ready = flushes.filter { $0.upTo <= settled }
    flushes.removeAll { $0.upTo <= settled }
    return ready.map(\.waiter)
  }

  /// A Boolean value that indicates whether a batch is to be exported without waiting for more.
  var isUrgent: Bool { !batches.isEmpty || !flushes.isEmpty || isClosed }

  /// A Boolean value that indicates whether no span will ever be there again.
  var isOver: Bool { isClosed && count == 0 }

  /// Waits for a span, or returns the waiter if there is no need to.
  mutating func waitForSpan(_ waiter: Waiter) -> Waiter? {
    wait = .span(waiter)
    wakingCount = 1
    return takeWaiter()
  }

  /// The number of the next wait for a batch.
  mutating func nextWait() -> UInt64 {
    waits += 1
    return waits
  }

  /// Waits for a full batch, or returns the waiter if there is no need to.
  mutating func waitForBatch(_ waiter: Waiter, number: UInt64) -> Waiter? {
    wait = .batch(waiter, number: number)
    wakingCount = batching.batchSize
    return takeWaiter()
  }

  /// Ends a wait for a batch, if it is still the current one.
  mutating func endWait(number: UInt64) -> Waiter? {
    guard case .batch(let waiter, number)? = wait else { return nil }
    endWait()
    return waiter
  }

  /// Waits until all spans that were put in are dealt with, or returns the waiter if they are.
  mutating func flush(_ waiter: Waiter) -> [Waiter] {
    guard settled < accepted else { return [waiter] }
    flushes.append((accepted, waiter))
    return takeWaiter().map { [$0] } ?? []
  }

  /// Takes no further spans.
  mutating func close() -> Waiter? {
    isClosed = true
    return takeWaiter()
  }

  /// Takes out the waiting task, if what it waits for has happened.
  mutating func takeWaiter() -> Waiter? {
    switch wait {
    case .span(let waiter) where count > 0 || isClosed,
      .batch(let waiter, _) where isUrgent:
      endWait()
      return waiter
    default: return nil
    }
  }

  private mutating func endWait() {
    wait = nil
    wakingCount = .max
  }
}
