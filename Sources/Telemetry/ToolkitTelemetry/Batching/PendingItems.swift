/// The bounded queue between the threads that make items and the task that exports them, as a
/// value.
///
/// An item is a span or a log record.
///
/// Methods return what has to be resumed, which the caller does when its lock is released.
struct PendingItems<Item: Sendable>: Sendable {
  /// A task that waits.
  typealias Waiter = CheckedContinuation<Void, Never>

  /// The reason for which the exporting task waits.
  private enum Wait {
    /// For a first item.
    case item(Waiter)

    /// For a full batch, until a timer ends the wait of this number.
    case batch(Waiter, number: UInt64)
  }

  private let batching: TelemetryBatching

  /// The full batches, the oldest first, so that taking one out moves no items.
  private var batches: [[Item]] = []

  /// The latest batch, which is not full.
  private var latest: [Item] = []

  /// The number of items in all batches.
  private var count = 0

  private var wait: Wait?

  /// The number of items at which the waiting task has to be resumed.
  ///
  /// A number, as threads that make items look at it each time: looking into ``wait`` takes some
  /// hundred instructions.
  private var wakingCount = Int.max

  private var waits: UInt64 = 0
  private var flushes: [(upTo: UInt64, waiter: Waiter)] = []
  private var isClosed = false

  /// The number of items that were put in.
  private(set) var accepted: UInt64 = 0

  /// The number of items that were taken out and dealt with.
  private(set) var settled: UInt64 = 0

  /// The number of items that were not put in.
  private(set) var dropped: UInt64 = 0

  /// Makes an empty queue.
  init(_ batching: TelemetryBatching) {
    self.batching = batching
    latest.reserveCapacity(batching.batchSize)
  }

  /// Puts an item in, or counts it as dropped if the queue is full or closed.
  ///
  /// - Returns: Whether the waiting task has to be resumed, which ``takeWaiter()`` returns.
  /// - Complexity: O(1). Allocates memory once for each batch.
  mutating func append(_ item: Item) -> Bool {
    guard count < batching.queueSize, !isClosed else {
      dropped += 1
      return false
    }
    latest.append(item)
    count += 1
    accepted += 1
    if latest.count == batching.batchSize { batches.append(takeLatest()) }
    return count >= wakingCount
  }

  /// Takes out the next batch: the oldest items, or none.
  mutating func takeBatch() -> [Item] {
    let batch = batches.isEmpty ? takeLatest() : batches.removeFirst()
    count -= batch.count
    return batch
  }

  private mutating func takeLatest() -> [Item] {
    var batch: [Item] = []
    batch.reserveCapacity(batching.batchSize)
    swap(&batch, &latest)
    return batch
  }

  /// Counts items that were taken out as dealt with.
  mutating func settle(_ count: Int) -> [Waiter] {
    settled += UInt64(count)
    let ready = flushes.filter { $0.upTo <= settled }
    flushes.removeAll { $0.upTo <= settled }
    return ready.map(\.waiter)
  }

  /// A Boolean value that indicates whether a batch is to be exported without waiting for more.
  var isUrgent: Bool { !batches.isEmpty || !flushes.isEmpty || isClosed }

  /// A Boolean value that indicates whether no item will ever be there again.
  var isOver: Bool { isClosed && count == 0 }

  /// Waits for an item, or returns the waiter if there is no need to.
  mutating func waitForItem(_ waiter: Waiter) -> Waiter? {
    wait = .item(waiter)
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

  /// Waits until all items that were put in are dealt with, or returns the waiter if they are.
  mutating func flush(_ waiter: Waiter) -> [Waiter] {
    guard settled < accepted else { return [waiter] }
    flushes.append((accepted, waiter))
    return takeWaiter().map { [$0] } ?? []
  }

  /// Takes no further items.
  mutating func close() -> Waiter? {
    isClosed = true
    return takeWaiter()
  }

  /// Takes out the waiting task, if what it waits for has happened.
  mutating func takeWaiter() -> Waiter? {
    switch wait {
    case .item(let waiter) where count > 0 || isClosed,
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
