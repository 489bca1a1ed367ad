/// All events and their callbacks: the rules, without threads.
struct EventTable: Sendable {
  /// The number of events without callbacks that are remembered at least.
  static let memory = 1_000

  private var slots: [RheaEvent: EventSlot]
  /// The number of slots at which idle ones are next forgotten.
  private var sweepCount: Int
  /// Every declared callback that was ever taken in, by record.
  private var known: [UInt64: Callback] = [:]
  /// The records among them that are disabled at present.
  private var disabled: Set<UInt64> = []

  init() {
    slots = [:]
    sweepCount = RheaEvent.builtIn.count + Self.memory
    for event in RheaEvent.builtIn { slots[event] = EventSlot(isBuiltIn: true) }
  }

  subscript(event: RheaEvent) -> EventSlot? { slots[event] }

  /// The events that have happened or have callbacks.
  var events: [RheaEvent] { slots.filter(\.value.isOfInterest).map(\.key) }

  // MARK: Events

  /// Notes an occurrence of an event, and takes its callbacks.
  ///
  /// - Returns: The callbacks to run, or nothing if the event may not be
  ///   triggered.
  @inline(__always)
  mutating func occur(_ context: RheaContext, isSticky: Bool) -> CallbackList? {
    let taken = slots[context.event, default: EventSlot()].occur(context, isSticky: isSticky)
    if slots.count > sweepCount { forgetIdleSlots() }
    return taken
  }

  /// Forgets events that nothing waits for and that have not happened since the last time,
  /// for programs that make up names of events without end.
  @inline(never)
  private mutating func forgetIdleSlots() {
    var kept: [RheaEvent: EventSlot] = [:]
    for (event, slot) in slots {
      var slot = slot
      if !slot.age() { kept[event] = slot }
    }
    slots = kept
    // In proportion to what is kept, so that looking costs each new event the same.
    sweepCount = kept.count + max(Self.memory, kept.count / 4)
  }

  /// The number of known events.
  var count: Int { slots.count }

  /// A built-in moment comes for some of its callbacks.
  mutating func occur(
    _ event: RheaEvent, for isConcerned: (Callback) -> Bool
  ) -> CallbackList {
    slots[event, default: EventSlot()].occur(for: isConcerned)
  }

  /// Forgets the sticky occurrence of an event.
  ///
  /// - Returns: What was forgotten.
  mutating func unstick(_ event: RheaEvent) -> RheaContext? {
    slots[event]?.unstick()
  }

  // MARK: Callbacks

  /// Adds a callback at run time.
  ///
  /// - Returns: The occurrence to tell it of at once, if it is late.
  mutating func add(_ callback: Callback) -> RheaContext? {
    let missed = slots[callback.event, default: EventSlot()].add(callback)
    if slots.count > sweepCount { forgetIdleSlots() }
    return missed
  }

  mutating func remove(_ callback: Callback) {
    slots[callback.event]?.remove(callback)
  }

  // MARK: Declarations

  /// The changes that taking in declarations causes.
  struct News: Sendable {
    /// A Boolean value that indicates whether there was anything new.
    var isGrowth = false
    /// Callbacks whose only moment has passed.
    var missed: [Callback] = []
    /// Callbacks that are to run for sticky occurrences.
    var late: [(CallbackList, RheaContext)] = []
  }

  /// Takes in the declared callbacks that are enabled at present; those that
  /// were known and are not among them are left out until they are again.
  mutating func takeIn(_ callbacks: [Callback]) -> News {
    var news = News()
    var absent = known
    var new: [RheaEvent: [Callback]] = [:]
    for callback in callbacks {
      guard case .record(let id, _, _, _) = callback.origin else { continue }
      if absent.removeValue(forKey: id) == nil {
        known[id] = callback
        new[callback.event, default: []].append(callback)
      } else if disabled.remove(id) != nil {
        slots[callback.event]?.restore(callback)
      }
    }
    for (id, callback) in absent where disabled.insert(id).inserted {
      slots[callback.event]?.disable(callback)
    }
    // In an order that is the same in every run.
    for (event, callbacks) in new.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      news.isGrowth = true
      if event == .appDidFinishLaunching, slots[event]?.hasFired == true {
        slots[event]?.miss(callbacks)
        news.missed += callbacks
      } else if let late = slots[event, default: EventSlot()].add(declared: callbacks) {
        news.late.append(late)
      }
    }
    return news
  }
}
