internal import Synchronization
internal import ToolkitTrace

/// A sink that keeps items for the task that exports them: spans or log records.
///
/// - Concurrency: May be used from any thread. The lock is held for a few instructions; tasks
///   are resumed without it. One task at a time takes batches.
final class BatchQueue<Item: Sendable>: Sendable {
  private let pending: Mutex<PendingItems<Item>>

  /// Makes an empty queue.
  init(_ batching: TelemetryBatching) {
    pending = Mutex(PendingItems(batching))
  }

  /// Keeps an item, or drops and counts it.
  func keep(_ item: Item) {
    guard pending.withLock({ $0.append(item) }) else { return }
    pending.withLock { $0.takeWaiter() }?.resume()
  }

  /// The numbers of items that were accepted, dealt with and dropped.
  var counts: (accepted: UInt64, settled: UInt64, dropped: UInt64) {
    pending.withLock { ($0.accepted, $0.settled, $0.dropped) }
  }

  /// Waits for a batch: until it is full, until a delay after its first item, or until there
  /// is a reason to hurry.
  ///
  /// - Returns: The items, or `nil` if the queue is closed and empty. They may be none.
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
      // A cancelled timer has nothing to end.
      guard (try? await timekeeper.sleep(delay)) != nil else { return }
      self.pending.withLock { $0.endWait(number: number) }?.resume()
    }
    await withCheckedContinuation { waiter in
      pending.withLock { $0.waitForBatch(waiter, number: number) }?.resume()
    }
    timer.cancel()
  }

  /// Counts items of a batch as dealt with.
  func settle(_ count: Int) {
    for waiter in pending.withLock({ $0.settle(count) }) { waiter.resume() }
  }

  /// Waits until all items that have been received are dealt with.
  func flush() async {
    await withCheckedContinuation { waiter in
      for waiter in pending.withLock({ $0.flush(waiter) }) { waiter.resume() }
    }
  }

  /// Takes no further items; the exporting task goes on until it has taken all.
  func close() {
    pending.withLock { $0.close() }?.resume()
  }
}

extension BatchQueue: TraceSink, QuietTraceSink where Item == TraceSpan {
  func receive(_ span: TraceSpan) { keep(span) }
}
