import Synchronization

/// The delivery of one observer's changes on its actor, in order.
@usableFromInline
final class ActorDelivery: CancellationFlag, @unchecked Sendable {
  // Why this is Sendable: the queue has a lock, and the isolation is Sendable.

  /// The number of main-actor closures with queued calls.
  private static let busyOnMain = Atomic(0)

  /// A Boolean value that indicates whether no main-actor closure has queued calls.
  ///
  /// A core reads it once for all of its observers when it starts to deliver a change. This is
  /// sufficient, because no other change of the core is delivered at that time. If it is `false`,
  /// each observer must be checked, because the queued call may belong to an observer of another
  /// core.
  @usableFromInline static var isMainIdle: Bool { busyOnMain.load(ordering: .acquiring) == 0 }

  private let isolation: ObserverIsolation
  private let queue = Mutex(FirstInFirstOut<PendingDelivery>())

  @usableFromInline
  init(on actor: any Actor) {
    isolation = ObserverIsolation(actor)
    super.init(call: isolation.isMain ? ObserverCall.onMain : ObserverCall.onActor)
  }

  /// A Boolean value that indicates whether the calling code runs on the actor, and no call is
  /// queued.
  @usableFromInline var isDirect: Bool { isIdle && isolation.isCurrent }

  /// Queues a call, unless the actor has been released.
  @usableFromInline
  func enqueue(_ call: @escaping () -> Void) {
    guard !isolation.isGone else { return }
    let isFirst = queue.withLock { queue in
      queue.append(PendingDelivery(call))
      return pendingCount.wrappingAdd(1, ordering: .releasing).oldValue == 0
    }
    guard isFirst else { return }
    if isolation.isMain { Self.busyOnMain.wrappingAdd(1, ordering: .relaxed) }
    isolation.enqueue { self.deliverQueued() }
  }

  private func deliverQueued() {
    while let next = queue.withLock({ $0.popFirst() }) {
      if !isSet.load(ordering: .relaxed) { next.deliver() }
      // Not decremented earlier, so that no later change overtakes this one.
      let left = pendingCount.wrappingSubtract(1, ordering: .releasing).newValue
      guard left == 0 else { continue }
      if isolation.isMain { Self.busyOnMain.wrappingSubtract(1, ordering: .releasing) }
      return
    }
  }
}

/// A call of an observer's closure that is queued on its actor or dispatch queue.
struct PendingDelivery: @unchecked Sendable {
  // Why this is Sendable: the call is made once, where the closure may run. The change is a
  // Sendable value of a shared relay, or a value of a confined one, which belongs to the same
  // code as the closure.

  private let call: () -> Void

  init(_ call: @escaping () -> Void) {
    self.call = call
  }

  /// Creates a call of `body` with a change, which does nothing if `body` is cancelled first.
  init<Value>(
    _ change: Changes<Value>, to body: @escaping (Changes<Value>) -> Void,
    cancellation: CancellationFlag? = nil
  ) {
    call = {
      if let cancellation, cancellation.isSet.load(ordering: .relaxed) { return }
      body(change)
    }
  }

  /// Performs the call.
  func deliver() { call() }
}
