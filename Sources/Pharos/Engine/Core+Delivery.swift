public import Synchronization

// What runs on the thread that owns the domain.
extension Core {
  /// Delivers the first change that is queued.
  @inlinable
  func deliver(on thread: DeliveryThread) {
    var next: CoreState<Value>.Queued?
    lock.withLock { state in
      // One that began before the domain was united with the one that this thread
      // owns, and has not ended yet.
      if state.isDelivered(byOtherThan: thread) {
        state.postpone()
      } else {
        next = state.queued.popFirst()
      }
    }
    guard let next else { return }
    thread.cause = next.cause
    unsafe deliveredWrite = next.cause.write
    unsafe inFlight = InFlight(change: next.change, snapshot: next.snapshot, isPending: true)
    if let origin = next.cause.origin {
      origin.lead { run(on: thread) }
    } else {
      run(on: thread)
    }
  }

  /// Delivers the change that is ``inFlight``.
  @inlinable
  func run(on thread: DeliveryThread) {
    if let inFlight = unsafe inFlight, !inFlight.snapshot.edges.isEmpty {
      thread.add(self)
      thread.runWave()
    } else {
      fire()
    }
  }

  /// Ends the holding back of a change, and makes it part of the present one.
  @inlinable
  func letGo(on thread: DeliveryThread) {
    var next: InFlight?
    // Released after unlocking: it may be the last to keep a value.
    var released: CoreState<Value>.Held?
    lock.withLock { state in
      released = state.held.take()
      guard var held = released else { return }
      guard let snapshot = state.currentSnapshot() else { return }
      if state.isLinked { held.cause.write = state.write }
      let change = Changes(old: held.change.old, new: state.value, origin: held.change.origin)
      state.pending += 1
      state.updateMode()
      // It has no edges if another thread delivers a change of it, so that no dependent
      // sees it arrive apart from the others; or there are earlier changes, which were
      // left to such a thread.
      let isDelivered = state.isDelivered(byOtherThan: thread)
      guard isDelivered || !state.queued.isEmpty else {
        thread.adopt(held.cause)
        unsafe deliveredWrite = held.cause.write
        next = InFlight(change: change, snapshot: snapshot, isPending: true)
        return
      }
      state.queued.append(
        CoreState.Queued(change: change, snapshot: snapshot, cause: held.cause, base: held.base))
      if isDelivered {
        state.postpone()
      } else {
        _ = domain.enqueue(self, by: thread)
      }
    }
    _ = released
    guard let next else { return }
    if unsafe accessor != nil, isVoid(next.change) { return endPending() }
    unsafe inFlight = next
    thread.add(self)
  }

  /// Gives the new value to the cores that depend on this one.
  @inlinable
  func push(on thread: DeliveryThread) {
    guard let inFlight = unsafe inFlight else { return }
    unsafe self.inFlight?.isPushed = true
    inFlight.snapshot.push(inFlight.change, on: thread)
  }

  /// Tells the observers.
  @inlinable
  func fire() {
    guard let inFlight = unsafe inFlight.take() else { return }
    inFlight.snapshot.fire(inFlight.change)
    if inFlight.isPending { endPending() }
  }

  /// Notes that one of the pending changes has been delivered, or has come to nothing.
  @inlinable
  func endPending() {
    lock.withLock { state in
      state.pending -= 1
      state.updateMode()
    }
  }

  /// Takes a new value that others made: what is mapped or merged has one.
  @inlinable
  func stage(_ new: Value, origin: UInt, on thread: DeliveryThread) {
    var old = new
    // Retained once for all that follows, as an observer may replace it.
    var taken: Unmanaged<Snapshot<Value>>?
    let isSimple = lock.withLock { state in
      guard state.mode == .fed || state.mode == .quiet else { return false }
      swap(&state.value, &old)
      state.version &+= 1
      if state.mode == .fed {
        unsafe taken = Unmanaged.passUnretained(state.snapshot.unsafelyUnwrapped).retain()
      }
      return true
    }
    guard isSimple else { return stageSlowly(new, origin: origin, on: thread) }
    guard let snapshot = unsafe taken else { return }
    let change = Changes(old: old, new: new, origin: origin)
    if unsafe inFlight != nil {
      return extend(with: change, to: unsafe snapshot.takeRetainedValue(), on: thread)
    }
    let isPassed = unsafe snapshot._withUnsafeGuaranteedRef { $0.pass(change, on: thread) }
    if isPassed {
      unsafe snapshot.release()
    } else {
      unsafe inFlight = InFlight(change: change, snapshot: snapshot.takeRetainedValue())
      thread.add(self)
    }
  }

  /// Takes a new value where that is not all there is to do.
  @usableFromInline
  func stageSlowly(_ new: Value, origin: UInt, on thread: DeliveryThread) {
    var old = new
    // Released after unlocking.
    var undelivered: CoreState<Value>.Undelivered?
    let snapshot = lock.withLock { state in
      swap(&state.value, &old)
      state.version &+= 1
      undelivered = prepareToStage(&state, since: &old)
      if state.isLinked {
        state.write = thread.write(after: state.write)
        unsafe deliveredWrite = state.write
      }
      return state.snapshot
    }
    _ = undelivered
    guard let snapshot else { return }
    let change = Changes(old: old, new: new, origin: origin)
    if unsafe inFlight != nil {
      extend(with: change, to: snapshot, on: thread)
    } else if !snapshot.pass(change, on: thread) {
      unsafe inFlight = InFlight(change: change, snapshot: snapshot)
      thread.add(self)
    }
  }

  /// Makes a snapshot if there are observers, and makes pending changes part of the
  /// present one: delivered later, they would bring back an old value.
  ///
  /// - Precondition: The lock is held.
  private func prepareToStage(
    _ state: inout CoreState<Value>, since old: inout Value
  ) -> CoreState<Value>.Undelivered? {
    if state.isWatched { state.endWatch() }
    let undelivered = state.takeUndelivered(since: &old)
    if state.currentSnapshot() != nil { state.updateMode() }
    return undelivered
  }

  /// Makes one change of that which is ``inFlight`` and another: a relay that others feed
  /// was set, or was given two values in turn.
  ///
  /// The observers are notified once, at the end; who depends on this is given the new
  /// value, too.
  @usableFromInline
  func extend(
    with change: Changes<Value>, to snapshot: Snapshot<Value>, on thread: DeliveryThread
  ) {
    guard let earlier = unsafe inFlight.take() else { return }
    unsafe inFlight = InFlight(
      change: Changes(old: earlier.change.old, new: change.new, origin: change.origin),
      snapshot: snapshot, isPending: earlier.isPending)
    if earlier.isPushed { thread.add(self) }
  }
}
