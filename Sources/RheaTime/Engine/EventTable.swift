/// All events and their callbacks: the rules, without synchronization.
struct EventTable: Sendable {
  /// The minimum number of events without callbacks that are remembered.
  static let memory = 1_000

  private var slots: [RheaEvent: EventSlot]
  /// The current names of renamed events by their earlier names.
  ///
  /// The slot of an earlier name rejects triggers, as the slot of a built-in moment does. The
  /// current name is looked up only then, so that a trigger of a current name costs nothing more.
  private var currentNames: [RheaEvent: RheaEvent] = [:]
  /// The number of slots that triggers the next removal of idle ones.
  private var sweepCount: Int
  /// Every declared callback that was ever added, by the identifier of its record.
  private var known: [UInt64: Callback] = [:]
  /// The records among them that are currently disabled.
  private var disabled: Set<UInt64> = []

  init() {
    slots = [:]
    sweepCount = RheaEvent.builtIn.count + Self.memory
    for event in RheaEvent.builtIn { slots[event] = EventSlot(isTriggerable: false) }
  }

  subscript(event: RheaEvent) -> EventSlot? { slots[current(event)] }

  /// Returns the current name of an event.
  func current(_ event: RheaEvent) -> RheaEvent {
    currentNames.isEmpty ? event : currentNames[event] ?? event
  }

  /// The events that have happened or have callbacks.
  var events: [RheaEvent] { slots.filter(\.value.isOfInterest).map(\.key) }

  // MARK: Events

  /// Records an occurrence of an event, and takes its callbacks.
  ///
  /// - Returns: The callbacks to run, or `nil` if the event must not be triggered, or not under this
  ///   earlier name.
  @inline(__always)
  mutating func occur(_ context: RheaContext, isSticky: Bool) -> CallbackList? {
    let taken = slots[context.event, default: EventSlot()].occur(context, isSticky: isSticky)
    if slots.count > sweepCount { forgetIdleSlots() }
    return taken
  }

  /// Forgets events without callbacks that have not happened since the last time.
  ///
  /// It limits the memory of programs that create event names without end.
  @inline(never)
  private mutating func forgetIdleSlots() {
    var kept: [RheaEvent: EventSlot] = [:]
    for (event, slot) in slots {
      var slot = slot
      if !slot.age() { kept[event] = slot }
    }
    slots = kept
    // Proportional to the remaining slots, so that the cost for each new event is constant.
    sweepCount = kept.count + max(Self.memory, kept.count / 4)
  }

  /// The number of known events.
  var count: Int { slots.count }

  /// Records a built-in moment for some of its callbacks, and takes them.
  mutating func occur(
    _ event: RheaEvent, for isConcerned: (Callback) -> Bool
  ) -> CallbackList {
    slots[event, default: EventSlot()].occur(for: isConcerned)
  }

  /// Removes the sticky occurrence of an event.
  ///
  /// - Returns: The removed occurrence.
  mutating func unstick(_ event: RheaEvent) -> RheaContext? {
    slots[current(event)]?.unstick()
  }

  // MARK: Callbacks

  /// Adds a callback at run time.
  ///
  /// - Returns: The past occurrence with which to run the callback immediately, if any.
  mutating func add(_ callback: Callback) -> RheaContext? {
    let missed = slots[current(callback.event), default: EventSlot()].add(callback)
    if slots.count > sweepCount { forgetIdleSlots() }
    return missed
  }

  mutating func remove(_ callback: Callback) {
    slots[current(callback.event)]?.remove(callback)
  }

  // MARK: Declarations

  /// The changes after reading the declarations.
  struct News: Sendable {
    /// A Boolean value that indicates whether callbacks were added.
    var isGrowth = false
    /// The callbacks whose only moment has passed.
    var missed: [Callback] = []
    /// The callbacks to run for sticky occurrences.
    var late: [(CallbackList, RheaContext)] = []
  }

  /// Adds the declared callbacks that are currently enabled.
  ///
  /// Known callbacks that are not among them are excluded until they are enabled again.
  mutating func takeIn(_ callbacks: [Callback]) -> News {
    var news = News()
    var absent = known
    var found: [Callback] = []
    for callback in callbacks {
      guard case .record(let id, _, _, _) = callback.origin else { continue }
      if absent.removeValue(forKey: id) == nil {
        known[id] = callback
        found.append(callback)
      } else if disabled.remove(id) != nil {
        slots[current(callback.event)]?.restore(callback)
      }
    }
    for (id, callback) in absent where disabled.insert(id).inserted {
      slots[current(callback.event)]?.disable(callback)
    }
    for callback in found {
      for name in callback.formerNames { rename(name, to: callback.event) }
    }
    let new = Dictionary(grouping: found) { current($0.event) }
    // Sorted, so that every run uses the same order.
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

  /// Makes an earlier name of an event lead to the event, with its callbacks and its past.
  ///
  /// If several events have the earlier name, it leads to the first one.
  private mutating func rename(_ name: RheaEvent, to event: RheaEvent) {
    let event = current(event)
    guard name != event, currentNames[name] == nil, slots[name]?.isTriggerable != false else {
      return
    }
    for (other, target) in currentNames where target == name { currentNames[other] = event }
    currentNames[name] = event
    let earlier = slots.updateValue(EventSlot(isTriggerable: false), forKey: name)
    if let earlier { slots[event, default: EventSlot()].takeOver(earlier, as: event) }
  }
}
