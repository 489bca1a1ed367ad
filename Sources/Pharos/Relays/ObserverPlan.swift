import Synchronization

/// A closure of an observer.
///
/// In a structure of its own, because a closure that is optional, or an element of
/// an array, is called through two more functions.
@usableFromInline
struct ObserverBody<Value> {
  @usableFromInline let call: (Changes<Value>) -> Void

  /// Stops its calls that are on their way elsewhere.
  @usableFromInline let end: ObserverEnd?

  /// What tells it from others, where anybody wants to know.
  var mark: AnyObject?

  @usableFromInline
  init(_ call: @escaping (Changes<Value>) -> Void, end: ObserverEnd? = nil) {
    self.call = call
    self.end = end
  }
}

/// A plan as an object.
///
/// Most relays have none, and one that has none should cost no more than a
/// reference.
@usableFromInline
final class KeptPlan<Value> {
  let plan: ObserverPlan<Value>

  init(_ plan: ObserverPlan<Value>) {
    self.plan = plan
  }
}

/// What is done around the closure of an observer, where there is any such thing.
struct ObserverPlan<Value> {
  /// What is to be called, wherever the change is delivered.
  var body: ObserverBody<Value>? {
    didSet {
      isNew = body != nil
      end = body?.end ?? ObserverEnd()
    }
  }
  /// Stops calls that are on their way elsewhere; it stays with the closure, however
  /// often the rest of the plan changes.
  private var end: ObserverEnd
  /// Whether an observer that is new is told at once of the value that there is.
  var isReplaying = false
  /// Whether the closure has been given with the present update of the plan.
  var isNew = false
  /// Whether it is not to be told of a change, by what the closure was given with.
  var isSpared: ((Changes<Value>) -> Bool)?
  /// Each of them keeps changes away for which it returns `true`.
  var filters: [(Changes<Value>) -> Bool] = []
  /// How long to wait after a change, and by which clock.
  var delay: (interval: Duration, clock: any Clock<Duration>)?
  /// The queue on which it runs.
  var queue: DeliveryQueue?

  init(body: ObserverBody<Value>?) {
    self.body = body
    end = body?.end ?? ObserverEnd()
  }

  /// Sets how long to wait after a change.
  mutating func setDelay(seconds: Double, clock: any Clock<Duration>) {
    precondition(
      seconds >= 0,
      "multipleSetDelayed(by: \(seconds)) cannot wait for a negative time: give 0 or more seconds.")
    delay = (.seconds(seconds), clock)
  }

  /// The observer that does all this, or nothing if there is no closure.
  ///
  /// A change passes the filters first, then waits, then goes to the queue.
  func makeObserver() -> Observer<Value>? {
    guard let body else { return nil }
    var delivered = body.call
    if let queue { delivered = queue.bring(delivered, until: end) }
    let filters = filters + (isSpared.map { [$0] } ?? [])
    guard delay != nil || !filters.isEmpty else { return Observer(delivered, end: end) }

    let life = ObserverLife<Value>()
    var entrance = delivered
    if let delay {
      entrance = Self.throttled(by: delay.interval, clock: delay.clock, life) {
        [isSpared] change in
        // What passes may be back where the observer has last seen it.
        if isSpared?(change) != true { delivered(change) }
      }
    }
    let observer = Observer<Value>(
      { [entrance] change in
        for filter in filters where filter(change) { return }
        entrance(change)
      }, end: end)
    life.observer = observer
    return observer
  }

  /// Makes a closure that passes changes on with time between them, as long as an
  /// observer is wanted.
  private static func throttled(
    by interval: Duration, clock: some Clock<Duration>, _ life: ObserverLife<Value>,
    _ body: @escaping (Changes<Value>) -> Void
  ) -> (Changes<Value>) -> Void {
    let throttle = Throttle(
      interval: interval, clock: clock, isAlive: { life.isAlive }, body: body)
    return { throttle.pass($0) }
  }
}

/// Knows whether an observer is still wanted, for those who are part of it.
final class ObserverLife<Value>: @unchecked Sendable {
  // Why this is Sendable: `observer` is set before the observer is used, and never
  // again; reading a weak reference is safe anywhere.

  weak var observer: Observer<Value>?

  var isAlive: Bool { observer?.isAlive.load(ordering: .relaxed) ?? false }
}
