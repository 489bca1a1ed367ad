import Synchronization

/// The core of a derived value, made when it is first needed, since it needs a
/// value.
///
/// - Concurrency: May be used from any thread, if its function may.
final class LazyCore<Value>: @unchecked Sendable {
  // Why this is Sendable: the function as in ``DerivedBody``; the rest is.

  private let body: DerivedBody<Value>
  private let made = Mutex<Core<Value>?>(nil)

  init(
    location: CodeLocation, isSame: ((Value, Value) -> Bool)?,
    valueInCycle: ((PharosError) -> Value?)? = nil, _ compute: @escaping () -> Value
  ) {
    body = DerivedBody(location: location, isSame: isSame, valueInCycle: valueInCycle, compute)
  }

  /// The core; making it computes the value.
  ///
  /// If several threads make it at the same time, all get that of the first.
  var core: Core<Value> {
    if let core = made.withLock(\.self) { return core }
    let (new, isFinal) = makeCore()
    guard isFinal else { return new }
    return made.withLock { core in
      if let core { return core }
      core = new
      return new
    }
  }

  /// The value.
  var value: Value {
    guard RelayCapture.isOn else { return core.current }
    if isBeingComputed, let value = body.valueInCycle?(PharosError.cycle(at: body.location)) {
      DeliveryThread.current.noteCycle(of: ObjectIdentifier(body))
      return value
    }
    return RelayCapture.read(core)
  }

  /// Reads the value, unless that is part of computing it.
  func get() throws(PharosError) -> Value {
    guard RelayCapture.isOn, isBeingComputed else { return value }
    DeliveryThread.current.noteCycle(of: ObjectIdentifier(body))
    throw PharosError.cycle(at: body.location)
  }

  /// A Boolean value that indicates whether the calling thread computes the value.
  private var isBeingComputed: Bool {
    DeliveryThread.current.isEvaluating(ObjectIdentifier(body))
  }

  /// Makes the core.
  ///
  /// - Returns: The core, and whether to keep it; not if it was on the way from another
  ///   value to itself.
  private func makeCore() -> (core: Core<Value>, isFinal: Bool) {
    let thread = DeliveryThread.current
    let body = body
    let derivation = Derivation(body: ObjectIdentifier(body), location: body.location) {
      derivation, thread in
      guard let core = derivation.core else { return true }
      return unsafe unsafeDowncast(core, to: Core<Value>.self)
        .recompute(body, of: derivation, on: thread)
    }
    var made: Core<Value>?
    let isFinal = thread.evaluate(body, level: nil, isFirst: true) { value, reads in
      let core = Core(
        value, domain: Domain(), origin: body.location,
        compute: {
          guard let core = derivation.core else { return nil }
          return unsafe unsafeDowncast(core, to: Core<Value>.self)
            .computed(by: body, of: derivation)
        })
      derivation.core = core
      unsafe core.accessor = .derived(derivation)
      _ = derivation.adopt(reads, on: thread)
      made = core
    }
    return (made!, isFinal)
  }
}

extension Core {
  /// Computes the value as part of the present change.
  ///
  /// - Returns: The new value, or `nil` if it is the
  ///   same for those who depend on it.
  fileprivate func computed(
    by body: DerivedBody<Value>, of derivation: Derivation
  ) -> Value? {
    let isOverdue = derivation.isOverdue
    derivation.isOverdue = false
    guard derivation.isConnected, isOverdue || derivation.isStale else { return nil }
    let thread = DeliveryThread.current
    var isElsewhere = false
    var new: Value?
    thread.evaluate(body, level: level) { value, reads in
      new = value
      isElsewhere = derivation.adopt(reads, on: thread)
    }
    if isElsewhere { derivation.connect(on: thread) }
    guard let new else {
      // It is computed when the value is there that depends on itself.
      derivation.isOverdue = true
      thread.wait(for: self)
      return nil
    }
    if let isSame = body.isSame, isSame(value, new) { return nil }
    return new
  }

  /// Computes the value for a read, or for a dependent that the present change has
  /// just connected.
  ///
  /// - Returns: Whether the core has it; or not, because there has been another
  ///   meanwhile.
  fileprivate func recompute(
    _ body: DerivedBody<Value>, of derivation: Derivation, on thread: DeliveryThread
  ) -> Bool {
    let (isConnected, commits) = derivation.state.withLock { ($0.isConnected, $0.commits) }
    if isConnected {
      guard unsafe thread.details.pointee.evaluation.isDelivering,
        domain.isOwnedAlone(by: thread)
      else { return true }
      isWaiting = false
      derivation.isOverdue = true
      operations.compute(self, thread)
      return true
    }
    var isDone = false
    let isFinal = thread.evaluate(body, level: nil) { value, reads in
      let isSame = body.isSame?(self.value, value) ?? false
      // Released after unlocking.
      var old = value
      isDone = derivation.adopt(reads, on: thread, ifStill: commits) {
        if !isSame { exchange(&old) }
      }
    }
    return isDone || !isFinal
  }

  /// Exchanges the value for another.
  ///
  /// It may have an observer although it is not connected yet: the change is held back
  /// until it is.
  private func exchange(_ other: inout Value) {
    lock.withLock { state in
      if state.held == nil, state.currentSnapshot() != nil {
        state.held = CoreState.Held(
          change: Changes(old: state.value, new: other), cause: Cause(), base: state.version)
        state.updateMode()
        if state.isLinked { state.write = WriteNumber.next() }
      }
      swap(&state.value, &other)
      state.version &+= 1
      if state.isWatched { state.endWatch() }
    }
  }
}
