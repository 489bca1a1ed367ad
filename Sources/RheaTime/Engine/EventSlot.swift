/// One event and its waiting callbacks: the rules, without synchronization.
///
/// An occurrence *takes* its callbacks before any of them runs. A callback that runs once belongs
/// to that occurrence from then on, even if other occurrences happen at the same time or inside the
/// callback itself.
struct EventSlot: Sendable {
  /// A Boolean value that indicates whether the event can be triggered.
  ///
  /// It is `false` for built-in moments, and for earlier names of renamed events.
  let isTriggerable: Bool
  /// The approximate time of the last occurrence.
  private enum Firing: Sendable {
    case never
    /// The event has happened, but not since the table last searched for events to forget.
    case before
    case lately
  }

  private var firing = Firing.never
  private var waiting = CallbackList()
  /// The latest sticky occurrence, with which callbacks that are added later run.
  private var sticky: RheaContext?
  /// The declared callbacks whose only run has been taken, each with the value of ``skips`` at that
  /// time.
  ///
  /// Callbacks that were added at run time are not kept, because a program may add any number of
  /// them.
  private var finished: [(callback: Callback, skips: Int)] = []
  /// The number of occurrences since the first of them finished.
  private var skips = 0
  /// The declared callbacks that were loaded after the only occurrence.
  private var missed: [Callback] = []
  /// The declared callbacks that are currently excluded.
  private var disabled: Set<ObjectIdentifier> = []

  init(isTriggerable: Bool = true) {
    self.isTriggerable = isTriggerable
  }

  /// A Boolean value that indicates whether the event has happened.
  var hasFired: Bool { firing != .never }

  /// A Boolean value that indicates whether the slot stores nothing but the fact that the event has
  /// happened.
  private var isIdle: Bool {
    isTriggerable && waiting.isEmpty && sticky == nil && finished.isEmpty && missed.isEmpty
      && disabled.isEmpty
  }

  /// Records that the table looks for events to forget.
  ///
  /// - Returns: Whether it can forget this event: no callback waits for it, and it has not happened
  ///   since the last look.
  mutating func age() -> Bool {
    guard isIdle else { return false }
    if firing == .lately {
      firing = .before
      return false
    }
    return true
  }

  /// A Boolean value that indicates whether the event has happened or has callbacks.
  var isOfInterest: Bool { hasFired || !waiting.callbacks.isEmpty }

  // MARK: Occurrences

  /// Records an occurrence of the event, and takes its callbacks.
  ///
  /// - Returns: The callbacks to run, or `nil` if the event cannot be triggered.
  @inline(__always)
  mutating func occur(_ context: RheaContext, isSticky: Bool) -> CallbackList? {
    guard isTriggerable else { return nil }
    if isSticky { sticky = context }
    firing = .lately
    if !finished.isEmpty { skips += 1 }
    guard waiting.onceCount > 0 else { return waiting }
    return take { _ in true }
  }

  /// Records an occurrence for some of the callbacks, and takes them.
  mutating func occur(for isConcerned: (Callback) -> Bool) -> CallbackList {
    firing = .lately
    return take(where: isConcerned)
  }

  private mutating func take(where isConcerned: (Callback) -> Bool) -> CallbackList {
    let taken = waiting.callbacks.filter(isConcerned)
    let spent = taken.filter { !$0.isRepeatable }
    guard !spent.isEmpty else { return CallbackList(taken) }
    finished += spent.filter { $0.image != nil }.map { ($0, skips) }
    let isSpent = Set(spent.map(ObjectIdentifier.init))
    waiting = CallbackList(waiting.callbacks.filter { !isSpent.contains(ObjectIdentifier($0)) })
    return CallbackList(taken)
  }

  /// Removes the sticky occurrence.
  ///
  /// - Returns: The removed occurrence.
  mutating func unstick() -> RheaContext? {
    sticky.take()
  }

  // MARK: Callbacks

  /// Adds a callback at run time.
  ///
  /// - Returns: The past occurrence with which to run the callback immediately, if any. A callback
  ///   that runs once then waits for no other occurrence.
  mutating func add(_ callback: Callback) -> RheaContext? {
    let missed = sticky ?? (!isTriggerable && hasFired ? RheaContext(event: callback.event) : nil)
    if missed == nil || callback.isRepeatable { waiting.insert(callback) }
    return missed
  }

  /// Adds declared callbacks that the process has just found.
  ///
  /// - Returns: The callbacks to run immediately, with the sticky occurrence, if any.
  mutating func add(declared callbacks: [Callback]) -> (CallbackList, RheaContext)? {
    waiting.insert(contentsOf: callbacks)
    guard let sticky else { return nil }
    let isNew = Set(callbacks.map(ObjectIdentifier.init))
    return (take { isNew.contains(ObjectIdentifier($0)) }, sticky)
  }

  /// Records declared callbacks whose event has happened and will not happen again.
  mutating func miss(_ callbacks: [Callback]) {
    missed += callbacks
  }

  mutating func remove(_ callback: Callback) {
    waiting.remove(callback)
  }

  /// Excludes a declared callback until it is restored.
  mutating func disable(_ callback: Callback) {
    disabled.insert(ObjectIdentifier(callback))
    waiting.remove(callback)
  }

  /// Includes a declared callback again.
  ///
  /// It waits, unless it has run or missed its event.
  mutating func restore(_ callback: Callback) {
    disabled.remove(ObjectIdentifier(callback))
    let isOver = (finished.map(\.callback) + missed).contains { $0 === callback }
    if !isOver { waiting.insert(callback) }
  }

  /// Adds the callbacks and the past of an earlier name of the event.
  mutating func takeOver(_ earlier: EventSlot, as event: RheaEvent) {
    waiting.insert(contentsOf: earlier.waiting.callbacks)
    finished += earlier.finished.map { ($0.callback, skips - earlier.skips + $0.skips) }
    disabled.formUnion(earlier.disabled)
    if !hasFired { firing = earlier.firing }
    if sticky == nil {
      sticky = earlier.sticky.map { RheaContext(event: event, param: $0.param) }
    }
  }

  /// The type of the event's value that one of the callbacks takes.
  var payload: (any Sendable.Type)? {
    (waiting.callbacks + finished.map(\.callback) + missed).lazy.compactMap(\.payload).first
  }

  /// The descriptions of all included callbacks, in the order in which they run.
  var descriptions: [RheaCallback] {
    let all =
      waiting.callbacks.map { ($0, RheaCallback.State.waiting, 0) }
      + finished.map { ($0.callback, .finished, skips - $0.skips) }
      + missed.map { ($0, .missed, 0) }
    return all.filter { !disabled.contains(ObjectIdentifier($0.0)) }
      .sorted { $0.0.precedes($1.0) }
      .map { $0.description(state: $1, skips: $2) }
  }
}
