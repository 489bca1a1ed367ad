/// One event and the callbacks that wait for it: the rules, without threads.
///
/// An occurrence *takes* its callbacks before any of them runs. One that is to
/// run once belongs to that occurrence from then on, however many occurrences
/// come at the same time or out of its own body.
struct EventSlot: Sendable {
  /// A Boolean value that indicates whether the event comes by itself.
  let isBuiltIn: Bool
  /// When the event last happened, as far as it counts.
  private enum Firing: Sendable {
    case never
    /// Before the table last looked which events it can forget.
    case before
    case lately
  }

  private var firing = Firing.never
  private var waiting = CallbackList()
  /// The latest sticky occurrence, with which late callbacks run.
  private var sticky: RheaContext?
  /// A declared callback whose one run has been taken.
  private struct Finished: Sendable {
    let callback: Callback
    /// The occurrences that had skipped a callback before.
    let skips: Int
  }

  /// Declared callbacks whose one run has been taken.
  ///
  /// Those added at run time are not kept: a program may add any number of them.
  private var finished: [Finished] = []
  /// The number of occurrences since the first of them finished.
  private var skips = 0
  /// Declared callbacks that came too late for their event.
  private var missed: [Callback] = []
  /// Declared callbacks that are left out at present.
  private var disabled: Set<ObjectIdentifier> = []

  init(isBuiltIn: Bool = false) {
    self.isBuiltIn = isBuiltIn
  }

  /// A Boolean value that indicates whether the event has happened.
  var hasFired: Bool { firing != .never }

  /// A Boolean value that indicates whether nothing is known of the event but that it happened.
  private var isIdle: Bool {
    !isBuiltIn && waiting.isEmpty && sticky == nil && finished.isEmpty && missed.isEmpty
      && disabled.isEmpty
  }

  /// Notes that the table looks which events it can forget.
  ///
  /// - Returns: Whether it can forget this one: nothing waits for it, and it has not happened
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

  /// Notes an occurrence of the event, and takes its callbacks.
  ///
  /// - Returns: The callbacks to run, or nothing if the event comes by itself.
  @inline(__always)
  mutating func occur(_ context: RheaContext, isSticky: Bool) -> CallbackList? {
    guard !isBuiltIn else { return nil }
    if isSticky { sticky = context }
    firing = .lately
    if !finished.isEmpty { skips += 1 }
    guard waiting.onceCount > 0 else { return waiting }
    return take { _ in true }
  }

  /// The event comes, for some of its callbacks.
  mutating func occur(for isConcerned: (Callback) -> Bool) -> CallbackList {
    firing = .lately
    return take(where: isConcerned)
  }

  private mutating func take(where isConcerned: (Callback) -> Bool) -> CallbackList {
    let taken = waiting.callbacks.filter(isConcerned)
    let spent = taken.filter { !$0.isRepeatable }
    guard !spent.isEmpty else { return CallbackList(taken) }
    finished += spent.filter { $0.image != nil }.map { Finished(callback: $0, skips: skips) }
    let isSpent = Set(spent.map(ObjectIdentifier.init))
    waiting = CallbackList(waiting.callbacks.filter { !isSpent.contains(ObjectIdentifier($0)) })
    return CallbackList(taken)
  }

  /// Forgets the sticky occurrence.
  ///
  /// - Returns: What was forgotten.
  mutating func unstick() -> RheaContext? {
    sticky.take()
  }

  // MARK: Callbacks

  /// Adds a callback at run time.
  ///
  /// - Returns: The occurrence to tell it of at once, if it is late. A callback
  ///   that runs once then waits for no other.
  mutating func add(_ callback: Callback) -> RheaContext? {
    let missed = sticky ?? (isBuiltIn && hasFired ? RheaContext(event: callback.event) : nil)
    if missed == nil || callback.isRepeatable { waiting.insert(callback) }
    return missed
  }

  /// Adds declared callbacks that the process has just learnt of.
  ///
  /// - Returns: Those to tell of the sticky occurrence at once.
  mutating func add(declared callbacks: [Callback]) -> (CallbackList, RheaContext)? {
    waiting.insert(contentsOf: callbacks)
    guard let sticky else { return nil }
    let isNew = Set(callbacks.map(ObjectIdentifier.init))
    return (take { isNew.contains(ObjectIdentifier($0)) }, sticky)
  }

  /// Notes declared callbacks whose event has happened and will not come again.
  mutating func miss(_ callbacks: [Callback]) {
    missed += callbacks
  }

  mutating func remove(_ callback: Callback) {
    waiting.remove(callback)
  }

  /// Leaves a declared callback out until it is restored.
  mutating func disable(_ callback: Callback) {
    disabled.insert(ObjectIdentifier(callback))
    waiting.remove(callback)
  }

  /// Takes a declared callback in again; it waits unless its time is over.
  mutating func restore(_ callback: Callback) {
    disabled.remove(ObjectIdentifier(callback))
    let isOver = (finished.map(\.callback) + missed).contains { $0 === callback }
    if !isOver { waiting.insert(callback) }
  }

  /// All callbacks that are not left out, with their states, in the order in
  /// which they run.
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
