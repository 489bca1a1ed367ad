import Synchronization

extension Node {
  /// Makes the slot of a relay that comes after another.
  ///
  /// If the other relay has been discarded, so is the new one.
  @usableFromInline
  final func addSlot(after parent: Slot) -> Slot {
    lock.withLock { $0.addSlot(after: parent.key, isDiscarded: parent.isDiscarded) }
  }

  /// Makes the slot of a relay that comes after a main relay, which may have been discarded.
  ///
  /// - Parameter number: The number of main relays that had been discarded when that one was made.
  /// - Returns: The new slot.
  @usableFromInline
  final func addSlot(afterMain number: UInt32) -> Slot {
    lock.withLock { $0.addSlot(after: 0, isDiscarded: number != $0.endedMainCount) }
  }

  /// Returns the slot of the main relay, which comes before all others.
  @usableFromInline
  final func mainSlot() -> Slot { lock.withLock { $0.mainSlot() } }

  /// Returns the slot of a main relay, which may have been discarded.
  ///
  /// - Parameter number: The number of main relays that had been discarded when it was made.
  /// - Returns: The slot.
  @usableFromInline
  final func mainSlot(_ number: UInt32) -> Slot {
    lock.withLock { state in
      if number == state.endedMainCount { return state.mainSlot() }
      let ended = Slot(key: 0, parent: 0)
      ended.isDiscarded = true
      return ended
    }
  }

  /// The number of main relays that have been discarded.
  @usableFromInline final var endedMainCount: UInt32 { lock.withLock { $0.endedMainCount } }

  /// Makes an observer the one of a relay without a plan.
  ///
  /// - Parameters:
  ///   - observer: The observer.
  ///   - ownSlot: The slot of the relay, or `nil` for a main relay.
  ///   - number: The number of main relays that had been discarded when that one was made.
  /// - Returns: The slot if it has a plan, in which case nothing has changed.
  @usableFromInline
  final func put(_ observer: AnyObserver, into ownSlot: Slot?, main number: UInt32 = 0) -> Slot? {
    var released: (AnyObserver?, Snapshot?)
    let planned = lock.withLock { state -> Slot? in
      // A discarded relay accepts no observer.
      if ownSlot == nil, number != state.endedMainCount { return nil }
      guard let slot = ownSlot ?? state.main.slot else {
        released = (state.main.observer, invalidate(&state))
        if released.0 == nil { state.observerCount += 1 }
        state.main = .observer(observer)
        return nil
      }
      guard !slot.isDiscarded, slot.plan == nil else { return slot.isDiscarded ? nil : slot }
      released = (state.put(observer, into: slot), invalidate(&state))
      return nil
    }
    released.0?.cancel()
    noteAudience()
    return planned
  }

  /// Puts an observer and its plan into a slot.
  ///
  /// - Parameters:
  ///   - observer: The observer, or `nil` if the plan makes none.
  ///   - plan: The plan.
  ///   - slot: The slot.
  ///   - version: The version of the plan to replace.
  /// - Returns: `false` if the slot has a plan of another version.
  final func put(
    _ observer: AnyObserver?, _ plan: AnyObject, into slot: Slot, ifStill version: UInt32
  ) -> Bool {
    var released: (AnyObject?, AnyObserver?, Snapshot?)
    let isDone = lock.withLock { state in
      guard slot.planVersion == version else { return false }
      guard !slot.isDiscarded else { return true }
      released = (slot.plan, state.put(observer, into: slot), invalidate(&state))
      slot.plan = plan
      return true
    }
    released.1?.giveWay(to: observer)
    noteAudience()
    return isDone
  }

  /// Discards a relay and all relays after it.
  ///
  /// None of their observers is called after this, including the observers of mapped relays.
  @usableFromInline
  final func discard(_ slot: Slot) {
    if !removeLatest(slot) { Self.end(removeAll(from: slot)) }
    if isFed, slot.key == 0 { leaveSources(hasEnded: true) }
  }

  /// Removes a slot if it is the last one and the core has no dependents.
  ///
  /// - Returns: Whether it was removed.
  private func removeLatest(_ slot: Slot) -> Bool {
    var released: (slot: Slot?, observer: AnyObserver?, snapshot: Snapshot?)
    lock.withLock { state in
      guard state.edges.isEmpty, state.slots.last === slot, slot.plan == nil else { return }
      slot.isDiscarded = true
      released = (state.slots.removeLast(), state.takeObserver(of: slot), invalidate(&state))
    }
    released.observer?.cancel()
    if released.slot != nil { noteAudience() }
    return released.slot != nil
  }

  /// Removes a relay and all relays after it.
  ///
  /// - Returns: The cores that have no other source.
  final func removeAll(from slot: Slot) -> [Node] {
    var ended: [Slot] = []
    var observers: [AnyObserver] = []
    var edges: ContiguousArray<AnyEdge> = []
    var snapshot: Snapshot?
    lock.withLock { state in
      guard !slot.isDiscarded else { return }
      snapshot = invalidate(&state)
      slot.isDiscarded = true
      ended = slot.key == 0 ? state.removeAllSlots() : state.removeSlots(after: slot)
      for slot in ended {
        if let observer = state.takeObserver(of: slot) { observers.append(observer) }
      }
      guard !state.edges.isEmpty else { return }
      let keys = Set(ended.map(\.key))
      edges = state.edges.removeAll { keys.contains($0.slot) }
    }
    for observer in observers { observer.cancel() }
    // No observer is put into a discarded slot, so no lock is needed here. Releasing a plan may run
    // code that uses the slot.
    for slot in ended { _ = slot.plan.take() }
    _ = snapshot
    noteAudience()
    return edges.compactMap { $0.isOnlyParent ? $0.child : nil }
  }

  // MARK: Claims

  /// Adds a retainer that manages a relay.
  final func claim(_ slot: Slot) {
    lock.withLock { state in slot.claimCount += 1 }
  }

  /// Removes a retainer that manages a relay, and discards the relay if it was the last one.
  final func unclaim(_ slot: Slot) {
    let isLast = lock.withLock { state in
      slot.claimCount -= 1
      return slot.claimCount == 0
    }
    if isLast { discard(slot) }
  }
}

extension NodeState {
  /// Replaces the observer in a slot.
  ///
  /// - Returns: The previous observer, to be released after unlocking.
  fileprivate mutating func put(_ observer: AnyObserver?, into slot: Slot) -> AnyObserver? {
    let replaced = takeObserver(of: slot)
    slot.planVersion &+= 1
    slot.observer = observer
    if observer != nil { observerCount += 1 }
    return replaced
  }

  /// Removes and returns the observer in a slot, to be released after unlocking.
  fileprivate mutating func takeObserver(of slot: Slot) -> AnyObserver? {
    guard let observer = slot.observer.take() else { return nil }
    observerCount -= 1
    return observer
  }

  fileprivate mutating func addSlot(after parent: UInt, isDiscarded: Bool) -> Slot {
    let slot = Slot(key: nextKey, parent: parent)
    nextKey += 1
    slot.isDiscarded = isDiscarded
    if !isDiscarded { slots.append(slot) }
    return slot
  }

  /// Returns the slot of the main relay.
  fileprivate mutating func mainSlot() -> Slot {
    if let slot = main.slot { return slot }
    let made = Slot(key: 0, parent: 0)
    made.observer = main.observer
    main = .slot(made)
    return made
  }

  /// Removes all slots, because all of them come after the main relay.
  fileprivate mutating func removeAllSlots() -> [Slot] {
    let ended = [mainSlot()] + slots
    for slot in ended { slot.isDiscarded = true }
    main = .unused
    endedMainCount &+= 1
    slots = []
    return ended
  }

  /// Removes a slot and the slots that come after it.
  fileprivate mutating func removeSlots(after slot: Slot) -> [Slot] {
    let first = slots.partitioningIndex { $0.key >= slot.key }
    var ended: [Slot] = []
    var keys: Set<UInt> = []
    var kept = first
    for index in first..<slots.count {
      let slot = slots[index]
      if index == first || keys.contains(slot.parent) {
        slot.isDiscarded = true
        keys.insert(slot.key)
        ended.append(slot)
      } else {
        slots[kept] = slot
        kept += 1
      }
    }
    slots.removeLast(slots.count - kept)
    return ended
  }
}

extension RandomAccessCollection {
  /// Returns the first index whose element satisfies a condition, if all elements that satisfy it
  /// come after all that do not.
  ///
  /// - Complexity: O(log *n*)
  func partitioningIndex(where isSecond: (Element) -> Bool) -> Index {
    var (low, count) = (startIndex, count)
    while count > 0 {
      let half = count / 2
      let middle = index(low, offsetBy: half)
      if isSecond(self[middle]) {
        count = half
      } else {
        low = index(after: middle)
        count -= half + 1
      }
    }
    return low
  }
}
