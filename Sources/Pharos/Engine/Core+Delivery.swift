public import Synchronization

// These methods run on the thread that owns the domain.
extension Core {
  /// Delivers the first queued change.
  @inlinable
  func deliverQueued(on thread: DeliveryThread) {
    var first: Queued<Value>?
    lock.withLock { first = popQueued(from: &$0) }
    // Moved, not copied.
    guard let next = first.take() else { return }
    thread.cause = next.cause
    unsafe deliveredWrite = next.cause.write
    let change = next.change
    func body() {
      deliver(change.old, change.new, origin: change.origin, to: next.snapshot, on: thread)
    }
    if let origin = next.cause.origin { origin.lead(to: body) } else { body() }
  }

  /// Stops holding back a change, and makes it part of the current wave.
  @inlinable
  func letGo(on thread: DeliveryThread) {
    // Released after unlocking, because it may be the last to keep a value alive.
    var released: Queued<Value>?
    var next: (change: Changes<Value>, snapshot: Snapshot)?
    lock.withLock { state in
      released = takeHeld(from: &state)
      guard var held = released, let snapshot = state.currentSnapshot() else { return }
      if state.duties.contains(.number) { held.cause.write = state.write }
      let change = Changes(
        old: held.change.old, new: unsafe stored, origin: held.change.origin)
      // Earlier changes, if any are queued, come first.
      guard !state.duties.contains(.wait) else {
        append(
          Queued(change: change, snapshot: snapshot, cause: held.cause, base: held.base),
          to: &state)
        domain.enqueue(.first(of: self), by: thread)
        return
      }
      thread.adopt(held.cause)
      unsafe deliveredWrite = held.cause.write
      next = (change, snapshot)
    }
    _ = released
    guard let next else { return }
    if unsafe !isPlain, isVoid(next.change) { return }
    let change = next.change
    begin(change.old, change.new, origin: change.origin, for: next.snapshot, on: thread)
  }

  /// Stores a new value that is computed from other cores, as in a mapped or merged core.
  @inlinable
  @inline(__always)
  func stage(_ new: Value, origin: UInt, on thread: DeliveryThread) {
    // Released after unlocking.
    var old = new
    var undelivered: Undelivered<Value>?
    let changed = lock.withLock { state -> Snapshot? in
      unsafe swap(&stored, &old)
      state.version &+= 1
      if !state.duties.isDeliverOnly {
        if state.duties.isEmpty { return nil }
        undelivered = prepareToStage(&state, since: &old, on: thread)
      }
      return state.currentSnapshot()
    }
    _ = undelivered
    guard let snapshot = consume changed else { return }
    pass(old, new, origin: origin, to: snapshot, on: thread)
  }

  /// Makes a change part of the current wave.
  ///
  /// Observers are notified at the end of the wave. If the core has no observers, the change is
  /// pushed to the dependents immediately.
  // Transparent, so that a debug build makes no call for it either.
  @_transparent
  @usableFromInline
  func pass(
    _ old: Value, _ new: Value, origin: UInt, to snapshot: Snapshot, on thread: DeliveryThread
  ) {
    if !snapshot.hasObservers, nesting > 0, !isInFlight {
      snapshot.push(old, new, origin: origin, on: thread)
    } else {
      begin(old, new, origin: origin, for: snapshot, on: thread)
    }
  }

  /// Does the additional work for a new value.
  ///
  /// Changes that have not been delivered become part of the current one. If they were delivered
  /// later, they would bring back an old value.
  ///
  /// - Returns: These changes, to be released after unlocking.
  /// - Precondition: The lock is held.
  @usableFromInline
  func prepareToStage(
    _ state: inout NodeState, since old: inout Value, on thread: DeliveryThread
  ) -> Undelivered<Value>? {
    state.countChange()
    let undelivered = takeUndelivered(from: &state, since: &old)
    if state.duties.contains(.number) {
      state.write = thread.write(after: state.write)
      unsafe deliveredWrite = state.write
    }
    return undelivered
  }

  // MARK: The change in flight

  /// A Boolean value that indicates whether the current wave delivers a change of this core.
  @inlinable var isInFlight: Bool {
    guard let flight = unsafe flight else { return false }
    return unsafe flight._withUnsafeGuaranteedRef { unsafe $0.snapshot != nil }
  }

  /// Makes the current wave deliver a change.
  ///
  /// If it already delivers a change of this core, the two become one. This happens if a relay that
  /// other cores feed was set, or got two values in turn. The observers are notified once, at the
  /// end. The new value is also pushed to the dependents.
  @inlinable
  @inline(never)
  func begin(
    _ old: Value, _ new: Value, origin: UInt, for snapshot: Snapshot, on thread: DeliveryThread
  ) {
    let hasDependents = snapshot.hasDependents
    let flight = unsafe flight ?? makeFlight()
    unsafe flight._withUnsafeGuaranteedRef { flight in
      if unsafe flight.snapshot == nil {
        unsafe flight.values.initialize(to: old)
        unsafe (flight.values + 1).initialize(to: new)
        unsafe flight.isPushed = !hasDependents
        thread.add(self, hasDependents: hasDependents)
      } else {
        unsafe flight.values[1] = new
        if unsafe flight.isPushed, hasDependents {
          unsafe flight.isPushed = false
          thread.addGiver(self)
        }
      }
      unsafe flight.snapshot = snapshot
      unsafe flight.origin = origin
    }
  }

  /// Pushes the new value to the dependents.
  @inlinable
  func push(on thread: DeliveryThread) {
    guard let flight = unsafe flight else { return }
    unsafe flight._withUnsafeGuaranteedRef { flight in
      guard let snapshot = unsafe flight.snapshot else { return }
      unsafe flight.isPushed = true
      unsafe snapshot.push(flight.values[0], flight.values[1], origin: flight.origin, on: thread)
    }
  }

  /// Notifies the observers.
  @inlinable
  func fire() {
    guard let flight = unsafe flight else { return }
    unsafe flight._withUnsafeGuaranteedRef { flight in
      guard let snapshot = unsafe flight.snapshot else { return }
      unsafe flight.snapshot = nil
      let old = unsafe flight.values.move()
      let new = unsafe (flight.values + 1).move()
      snapshot.fire(old, new, origin: unsafe flight.origin)
    }
  }

  @inlinable
  func makeFlight() -> Unmanaged<Flight<Value>> {
    let made = unsafe Unmanaged.passRetained(Flight<Value>())
    unsafe flight = made
    return unsafe made
  }
}

extension Core {
  /// Sets a core that is fed by others to a value, as a separate change.
  func arrive(with value: Value, origin: UInt) {
    domain.run { [weak self] thread in
      self?.stage(value, origin: origin, on: thread)
      thread.runWave()
    }
  }

  /// Discards a relay after the current change has been delivered.
  @usableFromInline
  func discardSoon(_ slot: Slot) {
    domain.run { [weak self] _ in self?.discard(slot) }
  }
}

/// The change of a core that the current wave delivers.
///
/// An object, because a core would look up the type of a structure at run time to release it.
@safe
@usableFromInline
final class Flight<Value> {
  // Only used by the owner of the domain. It is safe to use: the memory belongs to this object, and
  // holds values while `snapshot` is not `nil`.

  /// The observers and dependents of the change, or `nil` if the wave delivers none.
  @exclusivity(unchecked) @usableFromInline var snapshot: Snapshot?
  /// The old value and the new value, if ``snapshot`` is not `nil`.
  // Not optional properties, because code without the type of the value would look up the type of
  // the optional for each use.
  @usableFromInline let values = UnsafeMutablePointer<Value>.allocate(capacity: 2)
  @exclusivity(unchecked) @usableFromInline var origin: UInt = 0
  /// A Boolean value that indicates whether the change has been pushed to all dependents.
  @exclusivity(unchecked) @usableFromInline var isPushed = false

  @inlinable
  init() {}

  deinit {
    if unsafe snapshot != nil { unsafe values.deinitialize(count: 2) }
    unsafe values.deallocate()
  }
}
