/// The bounded queue between the threads that add items and the task that exports them, as a value.
///
/// An item is a span or a log record.
///
/// Functions return the tasks to resume. The caller resumes them after it has released its lock.
struct PendingItems<Item: Sendable>: Sendable {
  /// A waiting task.
  typealias Waiter = CheckedContinuation<Void, Never>

  /// The reason why the exporting task waits.
  private enum Wait {
    /// It waits for a first item.
    case item(Waiter)

    /// It waits for a full batch, until a timer ends the wait with this number.
    case batch(Waiter, number: UInt64)
  }

  private let batching: TelemetryBatching

  /// The full batches, with the oldest first.
  ///
  /// Removing one moves no items.
  private var batches: [[Item]] = []

  /// The latest batch, which is not full.
  private var latest: [Item] = []

  /// The number of items in all batches.
  private var count = 0

  private var wait: Wait?

  /// The number of items at which the waiting task must be resumed.
  ///
  /// This is a separate number because threads that add items read it each time, and reading
  /// ``wait`` takes several hundred instructions.
  private var wakingCount = Int.max

  private var waits: UInt64 = 0
  private var flushes: [(upTo: UInt64, waiter: Waiter)] = []
  private var isClosed = false

  /// The number of items that were added.
  private(set) var accepted: UInt64 = 0

  /// The number of items that were removed and settled.
  private(set) var settled: UInt64 = 0

  /// The number of items that were dropped.
  private(set) var dropped: UInt64 = 0

  /// Creates an empty queue.
  init(_ batching: TelemetryBatching) {
    self.batching = batching
    latest.reserveCapacity(batching.batchSize)
  }

  /// Adds an item.
  ///
  /// If the queue is full or closed, counts it as dropped.
  ///
  /// - Returns: `true` if the waiting task must be resumed. ``takeWaiter()`` returns this task.
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

  /// Removes and returns the next batch, which consists of the oldest items and may be empty.
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

  /// Counts removed items as settled.
  mutating func settle(_ count: Int) -> [Waiter] {
    settled += UInt64(count)
    let ready = flushes.filter { $0.upTo <= settled }
    flushes.removeAll { $0.upTo <= settled }
    return ready.map(\.waiter)
  }

  /// A Boolean value that indicates whether a batch must be exported without waiting for more
  /// items.
  var isUrgent: Bool { !batches.isEmpty || !flushes.isEmpty || isClosed }

  /// A Boolean value that indicates whether the queue is closed and empty.
  var isOver: Bool { isClosed && count == 0 }

  /// Waits for an item.
  ///
  /// If this is not necessary, returns the waiter.
  mutating func waitForItem(_ waiter: Waiter) -> Waiter? {
    wait = .item(waiter)
    wakingCount = 1
    return takeWaiter()
  }

  /// Returns the number of the next wait for a batch.
  mutating func nextWait() -> UInt64 {
    waits += 1
    return waits
  }

  /// Waits for a full batch.
  ///
  /// If this is not necessary, returns the waiter.
  mutating func waitForBatch(_ waiter: Waiter, number: UInt64) -> Waiter? {
    wait = .batch(waiter, number: number)
    wakingCount = batching.batchSize
    return takeWaiter()
  }

  /// Ends the wait for a batch with this number, if it is still the current one.
  mutating func endWait(number: UInt64) -> Waiter? {
    guard case .batch(let waiter, number)? = wait else { return nil }
    endWait()
    return waiter
  }

  /// Waits until all items so far are settled.
  ///
  /// If they already are, returns the waiter.
  mutating func flush(_ waiter: Waiter) -> [Waiter] {
    guard settled < accepted else { return [waiter] }
    flushes.append((accepted, waiter))
    return takeWaiter().map { [$0] } ?? []
  }

  /// Accepts no more items.
  mutating func close() -> Waiter? {
    isClosed = true
    return takeWaiter()
  }

  /// Removes and returns the waiting task, if its condition is met.
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
