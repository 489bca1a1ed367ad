public import Synchronization

// What runs on the thread that owns the domain.
extension Core {
  /// Delivers the first change that is queued.
  @inlinable
  func deliver(on thread: DeliveryThread) {
    var next: Queued<Value>?
    lock.withLock { state in
      // One that began before the domain was united with the one that this thread
      // owns, and has not ended yet.
      if detainDeliverer(otherThan: thread.id) {
        state.postponed += 1
      } else {
        next = popQueued(from: &state)
      }
    }
    // Taken out, not copied.
    guard let next = next.take() else { return }
    thread.cause = next.cause
    unsafe deliveredWrite = next.cause.write
    setInFlight(InFlight(change: next.change, snapshot: next.snapshot, isPending: true))
    if let origin = next.cause.origin {
      origin.lead { run(on: thread) }
    } else {
      run(on: thread)
    }
  }

  /// Delivers the change that is ``inFlight``.
  @inlinable
  func run(on thread: DeliveryThread) {
    if hasDependentsInFlight {
      thread.add(self, hasDependents: true)
      thread.runWave()
    } else {
      fire()
    }
  }

  /// A Boolean value that indicates whether others depend on what is being delivered.
  @inlinable
  @inline(__always)
  var hasDependentsInFlight: Bool {
    guard let delivery = unsafe delivery else { return false }
    return unsafe delivery._withUnsafeGuaranteedRef {
      unsafe $0.inFlight.map { !$0.snapshot.edges.isEmpty } ?? false
    }
  }

  /// Ends the holding back of a change, and makes it part of the present one.
  @inlinable
  func letGo(on thread: DeliveryThread) {
    var next: InFlight<Value>?
    // Released after unlocking: it may be the last to keep a value.
    var released: Held<Value>?
    lock.withLock { state in
      released = takeHeld(from: &state)
      guard var held = released else { return }
      guard let snapshot = state.currentSnapshot() else { return }
      if state.isLinked { held.cause.write = state.write }
      let change = Changes(
        old: held.change.old, new: unsafe stored, origin: held.change.origin)
      state.pending += 1
      state.updateMode()
      // It has no edges if another thread delivers a change of it, so that no dependent
      // sees it arrive apart from the others; or there are earlier changes, which were
      // left to such a thread.
      let isDelivered = detainDeliverer(otherThan: thread.id)
      guard isDelivered || state.hasQueued else {
        thread.adopt(held.cause)
        unsafe deliveredWrite = held.cause.write
        next = InFlight(change: change, snapshot: snapshot, isPending: true)
        return
      }
      append(
        Queued(change: change, snapshot: snapshot, cause: held.cause, base: held.base),
        to: &state)
      if isDelivered {
        state.postponed += 1
      } else {
        _ = domain.enqueue(self, by: thread)
      }
    }
    _ = released
    guard let next else { return }
    if unsafe !isPlain, isVoid(next.change) { return endPending() }
    setInFlight(next)
    thread.add(self, hasDependents: !next.snapshot.edges.isEmpty)
  }

  /// Gives the new value to the cores that depend on this one.
  @inlinable
  func push(on thread: DeliveryThread) {
    guard let delivery = unsafe delivery else { return }
    unsafe delivery._withUnsafeGuaranteedRef { delivery in
      guard let inFlight = unsafe delivery.inFlight else { return }
      unsafe delivery.inFlight?.isPushed = true
      inFlight.snapshot.push(inFlight.change, on: thread)
    }
  }

  /// Tells the observers.
  @inlinable
  func fire() {
    guard let inFlight = takeInFlight() else { return }
    unsafe Unmanaged.passUnretained(inFlight.snapshot).fire(inFlight.change)
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
  @inline(__always)
  func stage(_ new: Value, origin: UInt, on thread: DeliveryThread) {
    var old = new
    // The domain keeps it while this thread owns it.
    var taken: Unmanaged<Snapshot>?
    let isSimple = lock.withLock { state in
      guard state.mode == .fed || state.mode == .quiet else { return false }
      unsafe swap(&stored, &old)
      state.version &+= 1
      if state.mode == .fed {
        unsafe taken = Unmanaged.passUnretained(state.snapshot.unsafelyUnwrapped)
      }
      return true
    }
    guard isSimple else { return stageSlowly(new, origin: origin, on: thread) }
    guard let snapshot = unsafe taken else { return }
    let change = Changes(old: old, new: new, origin: origin)
    if unsafe mayPass(snapshot) {
      unsafe snapshot._withUnsafeGuaranteedRef { $0.push(change, on: thread) }
    } else {
      begin(change, for: unsafe snapshot.takeUnretainedValue(), on: thread)
    }
  }

  /// Returns whether a change can be given on at once, as there are no observers.
  @inlinable
  @inline(__always)
  func mayPass(_ snapshot: Unmanaged<Snapshot>) -> Bool {
    unsafe snapshot._withUnsafeGuaranteedRef { $0.observers.isEmpty } && isPassage && !isInFlight
  }

  /// Makes a change one of those that the present wave delivers.
  @inlinable
  @inline(never)
  func begin(_ change: Changes<Value>, for snapshot: Snapshot, on thread: DeliveryThread) {
    if isInFlight { return extend(with: change, to: snapshot, on: thread) }
    setInFlight(InFlight(change: change, snapshot: snapshot))
    thread.add(self, hasDependents: !snapshot.edges.isEmpty)
  }

  /// Takes a new value where that is not all there is to do.
  @usableFromInline
  func stageSlowly(_ new: Value, origin: UInt, on thread: DeliveryThread) {
    var old = new
    // Released after unlocking.
    var undelivered: (changes: Undelivered<Value>, between: Value)?
    let snapshot = lock.withLock { state in
      unsafe swap(&stored, &old)
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
    if unsafe mayPass(Unmanaged.passUnretained(snapshot)) {
      snapshot.push(change, on: thread)
    } else {
      begin(change, for: snapshot, on: thread)
    }
  }

  /// Makes a snapshot if there are observers, and makes pending changes part of the
  /// present one: delivered later, they would bring back an old value.
  ///
  /// - Precondition: The lock is held.
  private func prepareToStage(
    _ state: inout NodeState, since old: inout Value
  ) -> (changes: Undelivered<Value>, between: Value)? {
    if state.isWatched { state.endWatch() }
    let undelivered = takeUndelivered(from: &state, since: &old)
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
    with change: Changes<Value>, to snapshot: Snapshot, on thread: DeliveryThread
  ) {
    guard let earlier = takeInFlight() else { return }
    setInFlight(
      InFlight(
        change: Changes(old: earlier.change.old, new: change.new, origin: change.origin),
        snapshot: snapshot, isPending: earlier.isPending,
        isPushed: earlier.isPushed && snapshot.edges.isEmpty))
    if earlier.isPushed, !snapshot.edges.isEmpty { thread.addGiver(self) }
  }
}

extension DeliveryThread {
  /// The distance from the limit at which a chain of changes is recorded, to report
  /// afterwards which relays it runs through.
  private static let notedLength = 64

  /// The length of a chain that is not counted among the long ones.
  private static let shortLength = 8
  /// The limit for all long chains together, as a multiple of that for one.
  private static let chainsPerLimit = 4

  /// Returns whether a change that an observer makes is still taken for one that was
  /// meant: neither its chain nor all chains together are too long.
  ///
  /// If not, the change is not delivered, which ends the cycle, and the relays in it
  /// are reported after the lock of this one has been given back.
  @usableFromInline
  func mayGoOn(with node: Node) -> Bool {
    var length = cause.generation
    if length >= Self.shortLength {
      unsafe details.pointee.chainedCount += 1
      length = max(length, unsafe details.pointee.chainedCount / Self.chainsPerLimit)
    }
    let left = RelaySettings.limit.load(ordering: .relaxed) - length
    guard left <= Self.notedLength else { return true }
    note(node)
    guard left <= 0 else { return true }
    unsafe details.pointee.hasFeedback = true
    return false
  }

  private func note(_ node: Node) {
    guard let location = node.origin,
      unsafe details.pointee.cycle.count < Self.notedLength,
      unsafe !details.pointee.cycle.contains(location)
    else { return }
    unsafe details.pointee.cycle.append(location)
  }

  /// Reports a cycle that has been broken.
  func reportFeedback() {
    let cycle = unsafe details.pointee.cycle
    unsafe details.pointee.cycle = []
    guard unsafe details.pointee.hasFeedback else { return }
    unsafe details.pointee.hasFeedback = false
    RelaySettings.errorHandler(.feedback(through: cycle, limit: RelaySettings.feedbackLimit))
  }
}
