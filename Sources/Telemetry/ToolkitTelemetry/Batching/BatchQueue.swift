internal import Synchronization
internal import ToolkitTrace

/// A sink that queues items, which are spans or log records, for the task that exports them.
///
/// - Concurrency: Can be used from any thread. The lock is held for a few instructions, and tasks
///   are resumed without it. Only one task at a time takes batches.
final class BatchQueue<Item: Sendable>: Sendable {
  private let pending: Mutex<PendingItems<Item>>

  /// Creates an empty queue.
  init(_ batching: TelemetryBatching) {
    pending = Mutex(PendingItems(batching))
  }

  /// Adds an item.
  ///
  /// If the queue is full, the item is dropped and counted.
  func keep(_ item: Item) {
    guard pending.withLock({ $0.append(item) }) else { return }
    pending.withLock { $0.takeWaiter() }?.resume()
  }

  /// The numbers of items that were accepted, settled and dropped.
  var counts: (accepted: UInt64, settled: UInt64, dropped: UInt64) {
    pending.withLock { ($0.accepted, $0.settled, $0.dropped) }
  }

  /// Waits for a batch.
  ///
  /// The batch ends when it is full, after a delay since its first item, or when it is urgent.
  ///
  /// - Returns: The items, or `nil` if the queue is closed and empty. There may be no items.
  func nextBatch(within delay: Duration, _ timekeeper: ErasedClock) async -> [Item]? {
    await withCheckedContinuation { waiter in
      pending.withLock { $0.waitForItem(waiter) }?.resume()
    }
    await waitForBatch(within: delay, timekeeper)
    return pending.withLock { $0.isOver ? nil : $0.takeBatch() }
  }

  private func waitForBatch(within delay: Duration, _ timekeeper: ErasedClock) async {
    let number: UInt64? = pending.withLock { $0.isUrgent ? nil : $0.nextWait() }
    guard let number else { return }
    let timer = Task.detached {
      // A cancelled timer does not end the wait.
      guard (try? await timekeeper.sleep(delay)) != nil else { return }
      self.pending.withLock { $0.endWait(number: number) }?.resume()
    }
    await withCheckedContinuation { waiter in
      pending.withLock { $0.waitForBatch(waiter, number: number) }?.resume()
    }
    timer.cancel()
  }

  /// Counts items of a batch as settled.
  func settle(_ count: Int) {
    for waiter in pending.withLock({ $0.settle(count) }) { waiter.resume() }
  }

  /// Waits until all items that were added so far are settled.
  func flush() async {
    await withCheckedContinuation { waiter in
      for waiter in pending.withLock({ $0.flush(waiter) }) { waiter.resume() }
    }
  }

  /// Accepts no more items.
  ///
  /// The exporting task continues until the queue is empty.
  func close() {
    pending.withLock { $0.close() }?.resume()
  }
}

extension BatchQueue: TraceSink, QuietTraceSink where Item == TraceSpan {
  func receive(_ span: TraceSpan) { keep(span) }
}
