import Dispatch
import Synchronization
import ToolkitTrace

/// The configuration of an observer: its closure, and the filters, the delay and the queue
/// around it.
///
/// A slot's plan never changes. An update replaces it with a modified copy.
@usableFromInline
final class ObserverPlan<Value> {
  /// The closure, which may be called wherever the change is delivered.
  ///
  /// The core does not notify this observer itself, but the result of ``makeObserver()``.
  var body: Observer<Value>? {
    didSet {
      isNew = body != nil
      cancellation = body?.cancellation ?? CancellationFlag()
    }
  }
  /// Cancels calls that are queued on an actor or a dispatch queue.
  private var cancellation: CancellationFlag
  /// A Boolean value that indicates whether a new closure is immediately called with the current
  /// value.
  var isReplaying = false
  /// A Boolean value that indicates whether the current update has set the closure.
  var isNew = false
  /// Returns whether to ignore a change.
  ///
  /// Set together with the closure.
  var isSpared: ((Changes<Value>) -> Bool)?
  /// The filters, each of which returns whether to ignore a change.
  var filters: [(Changes<Value>) -> Bool] = []
  /// The minimum time between two calls, and the clock that measures it.
  var delay: (interval: Duration, clock: any Clock<Duration>)?
  /// The queue on which the closure runs, and whether the closure is called immediately if the
  /// change is already delivered on that queue.
  var queue: (queue: DispatchQueue, isSyncInSameThread: Bool)?

  init(body: Observer<Value>?) {
    self.body = body
    cancellation = body?.cancellation ?? CancellationFlag()
  }

  /// Makes a copy, for an update.
  init(_ plan: ObserverPlan) {
    body = plan.body
    cancellation = plan.cancellation
    isReplaying = plan.isReplaying
    isSpared = plan.isSpared
    filters = plan.filters
    delay = plan.delay
    queue = plan.queue
  }

  /// Sets the minimum time between two calls.
  func setDelay(seconds: Double, clock: any Clock<Duration>) {
    precondition(
      seconds >= 0,
      "multipleSetDelayed(by: \(seconds)) cannot wait for a negative time: pass 0 or more seconds.")
    delay = (.seconds(seconds), clock)
  }

  /// Sets the queue on which the closure runs.
  func setQueue(_ queue: DispatchQueue) {
    if !queue.isMain { QueueMark.make(for: queue) }
    self.queue = (queue, isSyncInSameThread: false)
  }

  /// Makes the observer that applies this plan, or returns `nil` if the plan has no closure.
  ///
  /// A change passes through the filters, then the delay, then the queue.
  func makeObserver() -> Observer<Value>? {
    guard let body else { return nil }
    let filters = filters + (isSpared.map { [$0] } ?? [])
    guard queue != nil || delay != nil || !filters.isEmpty else {
      return Observer(body.body, cancellation: cancellation)
    }
    var delivered = body.bodyForAnywhere
    if let queue { delivered = on(queue.queue, isSync: queue.isSyncInSameThread, delivered) }
    guard delay != nil || !filters.isEmpty else {
      return Observer(anywhere: delivered, cancellation: cancellation)
    }

    weak var made: Observer<Value>?
    var entrance = delivered
    if let delay {
      entrance = Self.throttled(
        by: delay.interval, clock: delay.clock,
        returnsToMain: queue == nil && !(cancellation is ActorDelivery),
        isAlive: { made?.isAlive ?? false }
      ) { [isSpared, delivered] change in
        // A delayed change may lead back to the value that the observer saw last.
        if isSpared?(change) != true { delivered(change) }
      }
    }
    let observer = Observer<Value>(
      anywhere: { [entrance] change in
        for filter in filters where filter(change) { return }
        entrance(change)
      }, cancellation: cancellation)
    made = observer
    return observer
  }

  /// Returns a closure that calls `body` on a queue, unless `body` is cancelled first.
  private func on(
    _ queue: DispatchQueue, isSync: Bool, _ body: @escaping (Changes<Value>) -> Void
  ) -> (Changes<Value>) -> Void {
    { [cancellation] change in
      if isSync && queue.isCurrent { return body(change) }
      let pending = PendingDelivery(change, to: body, cancellation: cancellation)
      queue.async(execute: Inheritance.carrying { pending.deliver() })
    }
  }

  /// Returns a closure that passes at most one change per interval, as long as the observer is
  /// alive.
  private static func throttled(
    by interval: Duration, clock: some Clock<Duration>, returnsToMain: Bool,
    isAlive: @escaping () -> Bool, _ body: @escaping (Changes<Value>) -> Void
  ) -> (Changes<Value>) -> Void {
    let throttle = Throttle(
      interval: interval, clock: clock, returnsToMain: returnsToMain, isAlive: isAlive, body: body)
    return { throttle.pass($0) }
  }
}
