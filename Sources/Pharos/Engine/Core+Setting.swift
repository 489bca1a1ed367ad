public import Synchronization

/// The step that remains when a value has been stored and the lock released.
@usableFromInline
enum DeliveryStep: Sendable {
  /// Do nothing.
  case nothing
  /// Notify the observers; there are no dependents.
  case fire
  /// Deliver what is ``Core/inFlight``; the domain is the calling thread's.
  case deliver
  /// Go through the tickets.
  case drain
}

extension Core {
  /// The value that there is now.
  @inlinable
  var value: Value {
    var value: Value?
    lock.withLock { _ in value = unsafe stored }
    return value!
  }

  /// Stores a value and delivers the change to its observers.
  ///
  /// The value is there at once. The observers have been notified when this returns,
  /// unless a change is being delivered already: by this thread, which then goes
  /// on with this one when it is done, or by another, which does.
  @inlinable
  func set(_ new: Value, from source: ChangeSource) {
    var old = new
    var id: UInt = 0
    var snapshot: Unmanaged<Snapshot>?
    var thread: DeliveryThread?
    let step = lock.withLock { state -> DeliveryStep in
      unsafe swap(&stored, &old)
      state.version &+= 1
      if state.mode == .quiet { return .nothing }
      let current = DeliveryThread.current
      thread = current
      if deliverer.load(ordering: .acquiring) == 0 {
        if state.mode == .ready {
          id = current.begin()
          if id != 0 {
            deliverer.store(id, ordering: .relaxed)
            unsafe snapshot = Unmanaged.passUnretained(state.snapshot.unsafelyUnwrapped)
            return .nothing
          }
        } else if state.mode == .feeding, current.begin(self) {
          unsafe snapshot = Unmanaged.passUnretained(state.snapshot.unsafelyUnwrapped)
          return .nothing
        }
      }
      return prepare(&state, Changes(old: old, new: new, origin: source.address))
    }
    if let snapshot = unsafe snapshot, let thread {
      let change = Changes(old: old, new: new, origin: source.address)
      guard id != 0 else { return unsafe feed(change, to: snapshot, on: thread) }
      unsafe snapshot.fire(change)
      end(id, on: thread)
    } else if step != .nothing {
      perform(step)
    }
  }

  /// Gives a change to the dependents in a snapshot, where there are no observers and the
  /// domain, which keeps the snapshot, is the calling thread's.
  @inlinable
  @inline(never)
  func feed(
    _ change: Changes<Value>, to snapshot: Unmanaged<Snapshot>, on thread: DeliveryThread
  ) {
    unsafe snapshot._withUnsafeGuaranteedRef { $0.push(change, on: thread) }
    thread.runWave()
    thread.end(self)
  }

  /// Ends the delivery of a change of the simplest kind.
  @inlinable
  @inline(__always)
  func end(_ id: UInt, on thread: DeliveryThread) {
    let isQuiet = deliverer.compareExchange(
      expected: id, desired: 0, ordering: .releasing
    ).exchanged
    if !isQuiet || thread.end() { endSlowly() }
  }

  /// Ends the delivery of a change of the simplest kind, when something came up
  /// meanwhile.
  @usableFromInline
  func endSlowly() {
    let thread = DeliveryThread.current
    var retired: [Snapshot] = []
    // Changes of other threads may come before this thread's own.
    let isForeign = !thread.hasTickets
    lock.withLock { state in
      swap(&retired, &state.retired)
      deliverer.store(0, ordering: .releasing)
      while state.postponed > 0 {
        state.postponed -= 1
        _ = domain.enqueue(self, isForeign: isForeign, by: thread)
      }
    }
    thread.drain()
  }

  /// Tells the observers of the value that there is, as of a change to itself.
  @inlinable
  func invoke(from source: ChangeSource) {
    let step = lock.withLock { state in
      state.version &+= 1
      return unsafe prepare(
        &state,
        Changes(old: stored, new: stored, source: source, invokedManually: true))
    }
    perform(step)
  }

  /// Notifies one observer of the present value, after the changes that came before.
  func replay(to slot: Slot) {
    if unsafe !isPlain { refresh() }
    let thread = DeliveryThread.current
    let step = lock.withLock { state -> DeliveryStep in
      guard let observer = slot.observer else { return .nothing }
      return unsafe queue(
        Changes(old: stored, new: stored, invokedManually: true),
        for: Snapshot(observers: [observer], edges: []), &state, base: state.version, by: thread)
    }
    perform(step)
  }

  /// Changes the value by a function of it, without another change in between.
  ///
  /// The function runs without any lock. If other code changes the value meanwhile, it
  /// runs again, with the new value.
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
      if unsafe !isPlain, isVoid(Changes(old: old, new: new, origin: source.address)) {
        return result
      }
      // Released after unlocking.
      var replaced = new
      let step = lock.withLock { state -> DeliveryStep? in
        guard state.version == version else { return nil }
        unsafe swap(&stored, &replaced)
        state.version &+= 1
        if state.mode == .quiet { return .nothing }
        return prepare(&state, Changes(old: old, new: new, origin: source.address))
      }
      if let step {
        perform(step)
        return result
      }
    }
  }

  // MARK: Steps

  /// Decides what becomes of a change that is not of the simplest kind.
  ///
  /// - Parameters:
  ///   - state: What changes.
  ///   - change: The change.
  ///   - write: The ``WriteNumber`` of a value that a link brings; 0 for a new one.
  /// - Returns: What is left to do.
  /// - Precondition: The lock is held, and the version counts the change already.
  @inlinable
  @inline(never)
  func prepare(
    _ state: inout NodeState, _ change: Changes<Value>, write: UInt64 = 0
  ) -> DeliveryStep {
    if state.isWatched { state.endWatch() }
    if state.isLinked { state.write = write == 0 ? WriteNumber.next() : write }
    if state.isHeld {
      unsafe undelivered?.held?.cause.write = state.writeToKeep
      return .nothing
    }
    guard let snapshot = state.currentSnapshot() else { return .nothing }
    let thread = DeliveryThread.current
    if thread.isInTransaction {
      hold(
        Held(
          change: change, cause: thread.nextCause(write: state.writeToKeep),
          base: state.version &- 1), in: &state)
      thread.touch(self)
      return .nothing
    }
    if deliverer.load(ordering: .acquiring) == 0, state.pending == 0, !thread.isBusy {
      if snapshot.edges.isEmpty, !state.isFed {
        deliverer.store(thread.begin(), ordering: .relaxed)
        unsafe deliveredWrite = state.write
        setInFlight(InFlight(change: change, snapshot: snapshot))
        return .fire
      }
      if thread.begin(self) {
        state.pending = 1
        unsafe deliveredWrite = state.write
        thread.deliveredWrite = state.write
        setInFlight(InFlight(change: change, snapshot: snapshot, isPending: true))
        return .deliver
      }
    }
    return queue(change, for: snapshot, &state, base: state.version &- 1, by: thread)
  }

  /// Queues a change, unless the chain that led to it is too long.
  ///
  /// - Parameters:
  ///   - change: The change.
  ///   - snapshot: Who is notified of it.
  ///   - state: What the lock protects.
  ///   - base: The version before the change.
  ///   - thread: The calling thread.
  /// - Returns: What is left to do.
  /// - Precondition: The lock is held.
  @inlinable
  @inline(__always)
  func queue(
    _ change: Changes<Value>, for snapshot: Snapshot, _ state: inout NodeState,
    base: UInt, by thread: DeliveryThread
  ) -> DeliveryStep {
    guard thread.mayGoOn(with: self) else { return .nothing }
    state.pending += 1
    state.updateMode()
    append(
      Queued(
        change: change, snapshot: snapshot, cause: thread.nextCause(write: state.writeToKeep),
        base: base), to: &state)
    if detainDeliverer(otherThan: thread.id) {
      state.postponed += 1
      return .nothing
    }
    let isOurs = domain.enqueue(self, by: thread)
    return isOurs && !thread.isBusy ? .drain : .nothing
  }

  /// Does what is left to do.
  @inlinable
  @inline(never)
  func perform(_ step: DeliveryStep) {
    let thread = DeliveryThread.current
    switch step {
    case .nothing: break
    case .fire:
      fire()
      end(thread.id, on: thread)
    case .deliver:
      run(on: thread)
      thread.end(self)
    case .drain: thread.drain()
    }
  }
}
