import Synchronization

/// Delivers one observer's changes on its actor, in order.
@usableFromInline
final class ActorDelivery<Value>: @unchecked Sendable {
  // Why this is Sendable: the closure never changes, and only runs on its actor. The queue
  // has a lock.

  /// The number of changes in the queue, including the one that is being delivered.
  private let count = Atomic(0)
  private let isolation: ObserverIsolation
  @usableFromInline let body: (Changes<Value>) -> Void
  private let cancellation: CancellationFlag
  private let queue = Mutex(FirstInFirstOut<PendingDelivery<Value>>())

  @usableFromInline
  init(
    _ body: @escaping (Changes<Value>) -> Void, on actor: any Actor,
    cancellation: CancellationFlag
  ) {
    self.body = body
    isolation = ObserverIsolation(actor)
    self.cancellation = cancellation
  }

  /// Calls the closure: at once if the change is delivered on its actor and no earlier one
  /// is queued, and later on the actor if not.
  @inlinable
  func deliver(_ change: Changes<Value>) {
    if isDirect { return body(change) }
    enqueue(change)
  }

  /// A Boolean value that indicates whether the calling code runs on the actor, and no change
  /// is queued.
  ///
  /// A core delivers its changes one after the other, so that none is queued meanwhile.
  @usableFromInline var isDirect: Bool {
    count.load(ordering: .acquiring) == 0 && isolation.isCurrent
  }

  /// Queues a change, unless the actor has been released.
  @usableFromInline
  func enqueue(_ change: Changes<Value>) {
    guard !isolation.isGone else { return }
    let pending = PendingDelivery(change, to: body, cancellation: cancellation)
    let isFirst = queue.withLock { queue in
      queue.append(pending)
      return count.wrappingAdd(1, ordering: .releasing).oldValue == 0
    }
    if isFirst { isolation.enqueue { self.deliverQueued() } }
  }

  private func deliverQueued() {
    while let next = queue.withLock({ $0.popFirst() }) {
      next.deliver()
      // Only now, so that no later change overtakes this one.
      guard count.wrappingSubtract(1, ordering: .releasing).newValue > 0 else { return }
    }
  }
}

/// A change on its way to a closure that runs elsewhere.
struct PendingDelivery<Value>: @unchecked Sendable {
  // Why this is Sendable: it is delivered once, where the closure may run. The change is a
  // Sendable value of a shared relay, or that of a confined one, which belongs to the same
  // code as the closure.

  private let change: Changes<Value>
  private let body: (Changes<Value>) -> Void
  /// Set when the closure is not to be called any more; `nil` for one that is never cancelled.
  private let cancellation: CancellationFlag?

  init(
    _ change: Changes<Value>, to body: @escaping (Changes<Value>) -> Void,
    cancellation: CancellationFlag? = nil
  ) {
    self.change = change
    self.body = body
    self.cancellation = cancellation
  }

  /// Calls the closure, unless it has been cancelled meanwhile.
  func deliver() {
    if let cancellation, cancellation.isSet.load(ordering: .relaxed) { return }
    body(change)
  }
}
