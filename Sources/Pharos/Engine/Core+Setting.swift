public import Synchronization

/// The step that remains after a value has been stored and the lock has been released.
@usableFromInline
enum DeliveryStep: Sendable {
  /// Do nothing.
  case nothing
  /// Deliver the change to a snapshot. The calling thread owns the domain.
  case deliver(Snapshot)
  /// Deliver the queued changes. The calling thread owns the domain.
  case drain
}

extension Core {
  /// The current value.
  @inlinable
  var value: Value {
    lock.withLock { _ in
      // Copied here, and not into an optional outside, whose type a debug build would look up. The
      // compiler cannot know that the caller may have the value, which may not be Sendable: only
      // code that the relay belongs to asks for it.
      nonisolated(unsafe) let value = unsafe stored
      return unsafe value
    }
  }

  /// Stores a value and delivers the change to its observers.
  ///
  /// Every reader finds the value immediately. If the domain has no owner, the observers have been
  /// notified when this returns. If this thread owns the domain, it delivers the change after the
  /// current one. If another thread owns it, that thread delivers the change.
  @inlinable
  func set(_ new: Value, from source: ChangeSource) {
    // Released after unlocking.
    var old = new
    let step = lock.withLock { state -> DeliveryStep in
      unsafe swap(&stored, &old)
      state.version &+= 1
      if state.duties.isEmpty { return .nothing }
      return prepare(&state, old, new, origin: source.address)
    }
    perform(consume step, old, new, origin: source.address)
  }

  /// Notifies the observers of a change from the current value to itself.
  @inlinable
  func invoke(from source: ChangeSource) {
    var value: Value?
    let origin = source.address | 1
    let step = lock.withLock { state in
      state.version &+= 1
      value = unsafe stored
      return unsafe prepare(&state, stored, stored, origin: origin)
    }
    perform(consume step, value!, value!, origin: origin)
  }

  /// Notifies one observer of the current value, after all earlier changes.
  func replay(to slot: Slot) {
    if unsafe !isPlain { refresh() }
    queue { state in
      slot.observer.map { observer in
        let change = unsafe Changes(old: stored, new: stored, invokedManually: true)
        return (change, Snapshot(observers: [observer], edges: []))
      }
    }
  }

  /// Changes the value in one step, without another change in between.
  ///
  /// The function runs without a lock. If other code changes the value during that time, the
  /// function runs again with the new value.
  @inlinable
  func modify<Result, Failure: Error>(
    from source: ChangeSource, _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    while true {
      var seen: (value: Value, version: UInt)?
      lock.withLock { state in seen = (unsafe stored, state.version) }
      let (old, version) = seen!
      var new = old
      let result = try body(&new)
      let change = Changes(old: old, new: new, origin: source.address)
      let isVoid = unsafe !isPlain && isVoid(change)
      if isVoid || store(change, ifStill: version) { return result }
    }
  }

  /// Stores the new value of a change and delivers the change, unless the value has changed since.
  ///
  /// - Parameters:
  ///   - change: The change.
  ///   - version: The version of the old value.
  ///   - write: The ``WriteNumber`` of a value that was passed on by a link, or 0 for a new value.
  /// - Returns: Whether the value still had this version.
  @inlinable
  func store(_ change: Changes<Value>, ifStill version: UInt, write: UInt64 = 0) -> Bool {
    // Released after unlocking.
    var replaced = change.new
    let step = lock.withLock { state -> DeliveryStep? in
      guard state.version == version else { return nil }
      unsafe swap(&stored, &replaced)
      state.version &+= 1
      if state.duties.isEmpty { return .nothing }
      return prepare(&state, change.old, change.new, origin: change.origin, write: write)
    }
    guard let step else { return false }
    perform(step, change.old, change.new, origin: change.origin)
    return true
  }

  // MARK: Steps

  /// Decides how a change is delivered.
  ///
  /// - Parameters:
  ///   - state: The state of the core.
  ///   - old: The previous value.
  ///   - new: The new value.
  ///   - origin: See ``Changes/origin``.
  ///   - write: The ``WriteNumber`` of a value that was passed on by a link, or 0 for a new value.
  /// - Returns: The remaining step.
  /// - Precondition: The lock is held, and the version already includes the change.
  @inlinable
  @inline(never)
  func prepare(
    _ state: inout NodeState, _ old: Value, _ new: Value, origin: UInt, write: UInt64 = 0
  ) -> DeliveryStep {
    if !state.duties.isDeliverOnly {
      state.countChange()
      if state.duties.contains(.number) { state.write = write == 0 ? WriteNumber.next() : write }
      if state.duties.contains(.join) {
        unsafe undelivered?.held?.cause.write = state.writeToKeep
        return .nothing
      }
    }
    guard let snapshot = state.currentSnapshot() else { return .nothing }
    let thread = DeliveryThread.current
    if thread.isInTransaction {
      hold(old, new, origin: origin, for: snapshot, in: &state, by: thread)
      return .nothing
    }
    if thread.begin(self, write: state.write) {
      unsafe deliveredWrite = state.write
      return .deliver(snapshot)
    }
    return queue(
      old, new, origin: origin, for: snapshot, &state, base: state.version &- 1, by: thread)
  }

  /// Queues a change, unless the chain that led to it is too long.
  ///
  /// - Parameters:
  ///   - old: The previous value.
  ///   - new: The new value.
  ///   - origin: See ``Changes/origin``.
  ///   - snapshot: The observers and dependents to notify.
  ///   - state: The state of the core.
  ///   - base: The version before the change.
  ///   - thread: The calling thread.
  /// - Returns: The remaining step.
  /// - Precondition: The lock is held.
  // The values and not `Changes`: without optimization, `prepare` would look up the layout of that
  // structure for every change, even if it queues none.
  @inlinable
  func queue(
    _ old: Value, _ new: Value, origin: UInt, for snapshot: Snapshot, _ state: inout NodeState,
    base: UInt, by thread: DeliveryThread
  ) -> DeliveryStep {
    guard thread.mayGoOn(with: self) else { return .nothing }
    append(
      Queued(
        change: Changes(old: old, new: new, origin: origin), snapshot: snapshot,
        cause: thread.nextCause(write: state.writeToKeep), base: base), to: &state)
    return domain.enqueue(.first(of: self), by: thread) && !thread.isBusy ? .drain : .nothing
  }

  /// Queues a change that does not affect the value.
  ///
  /// - Parameter make: Returns the change and the snapshot to notify. It runs under the lock.
  func queue(_ make: (borrowing NodeState) -> (Changes<Value>, Snapshot)?) {
    let thread = DeliveryThread.current
    let step = lock.withLock { state -> DeliveryStep? in
      guard let (change, snapshot) = make(state) else { return nil }
      return queue(
        change.old, change.new, origin: change.origin, for: snapshot, &state, base: state.version,
        by: thread)
    }
    if case .drain = step { thread.drain() }
  }

  /// Performs the remaining step.
  @inlinable
  func perform(_ step: consuming DeliveryStep, _ old: Value, _ new: Value, origin: UInt) {
    switch consume step {
    case .nothing: break
    case .deliver(let snapshot):
      let thread = DeliveryThread.current
      deliver(old, new, origin: origin, to: snapshot, on: thread)
      thread.end(self)
    case .drain: DeliveryThread.current.drain()
    }
  }
  /// Delivers a change, and everything that follows from it.
  @inlinable
  func deliver(
    _ old: Value, _ new: Value, origin: UInt, to snapshot: Snapshot, on thread: DeliveryThread
  ) {
    guard snapshot.hasDependents else { return snapshot.fire(old, new, origin: origin) }
    pass(old, new, origin: origin, to: snapshot, on: thread)
    thread.runWave()
  }
}
