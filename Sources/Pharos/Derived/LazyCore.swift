public import Synchronization

/// The core of a derived value, made on first use because it needs a value.
///
/// - Concurrency: May be used from any thread, if its function may.
@safe
@usableFromInline
final class LazyCore<Value>: @unchecked Sendable {
  // Why this is Sendable: the function is used as in ``DerivedBody``; the other properties are
  // Sendable.

  /// The function, a ``DerivedBody``, retained.
  ///
  /// It is a separate object, so that it can be released later.
  private let function: Unmanaged<AnyObject>

  /// The identity of the function.
  @usableFromInline let id: ObjectIdentifier

  /// A Boolean value that indicates whether code that reads this while it is being computed gets a
  /// value.
  @usableFromInline let mayBeInCycle: Bool

  /// The core, retained, or `nil` before it is made.
  ///
  /// It is a ``Node``, because the type of a generic reference would be looked up at run time.
  @usableFromInline let made = unsafe Atomic<Unmanaged<Node>?>(nil)

  @inlinable
  convenience init(
    location: CodeLocation, isSame: ((Value, Value) -> Bool)?,
    valueInCycle: ((PharosError) -> Value?)? = nil, _ compute: @escaping () -> Value
  ) {
    self.init(
      DerivedBody(
        location: location, isSame: isSame, valueInCycle: valueInCycle, compute),
      mayBeInCycle: valueInCycle != nil)
  }

  @usableFromInline
  init(_ body: AnyObject, mayBeInCycle: Bool) {
    unsafe function = Unmanaged.passRetained(body)
    id = ObjectIdentifier(body)
    self.mayBeInCycle = mayBeInCycle
  }

  deinit {
    // The function may be the last to keep another derived value, and so on.
    let thread = DeliveryThread.current
    thread.releaseLater(unsafe function.takeRetainedValue())
    unsafe made.load(ordering: .acquiring)?.release()
    thread.releasePostponed()
  }

  @usableFromInline var body: DerivedBody<Value> {
    unsafe unsafeDowncast(function.takeUnretainedValue(), to: DerivedBody<Value>.self)
  }

  /// The core, which is made on first use by computing the value.
  ///
  /// If several threads make it at the same time, all of them get the core of the first.
  @inlinable var core: Core<Value> {
    if let core = unsafe made.load(ordering: .acquiring) {
      return unsafe unsafeDowncast(core.takeUnretainedValue(), to: Core<Value>.self)
    }
    let (new, isFinal) = makeCore()
    return isFinal ? unsafe unsafeDowncast(keep(new), to: Core<Value>.self) : new
  }

  /// Stores a core, unless another thread has stored one first.
  ///
  /// - Returns: The stored core.
  @usableFromInline
  func keep(_ new: Node) -> Node {
    let new = unsafe Unmanaged.passRetained(new)
    let (isKept, first) = unsafe made.compareExchange(
      expected: nil, desired: new, ordering: .acquiringAndReleasing)
    if isKept { return unsafe new.takeUnretainedValue() }
    unsafe new.release()
    return unsafe first!.takeUnretainedValue()
  }

  /// The value.
  @inlinable var value: Value {
    guard RelayCapture.isOn else { return core.current }
    if mayBeInCycle, let value = valueInCycle() { return value }
    guard let made = unsafe made.load(ordering: .acquiring) else { return RelayCapture.read(core) }
    // `self` keeps the core alive.
    return unsafe made._withUnsafeGuaranteedRef {
      RelayCapture.read(unsafe unsafeDowncast($0, to: Core<Value>.self))
    }
  }

  /// Returns the error as a value, if the calling thread is computing this and the error can be a
  /// value.
  @usableFromInline
  func valueInCycle() -> Value? {
    guard isBeingComputed,
      let value = body.valueInCycle?(PharosError.cycle(at: body.location))
    else { return nil }
    DeliveryThread.current.noteCycle(of: id)
    return value
  }

  /// Reads the value, or throws an error if the calling thread is computing it.
  func get() throws(PharosError) -> Value {
    guard RelayCapture.isOn, isBeingComputed else { return value }
    DeliveryThread.current.noteCycle(of: id)
    throw PharosError.cycle(at: body.location)
  }

  /// A Boolean value that indicates whether the calling thread is computing the value.
  private var isBeingComputed: Bool { DeliveryThread.current.isEvaluating(id) }

  /// Makes the core.
  ///
  /// - Returns: The core, and whether to keep it. If `false`, the value was computed inside a cycle
  ///   and is provisional.
  @inlinable
  func makeCore() -> (core: Core<Value>, isFinal: Bool) {
    let body = body
    let derivation = Derivation(body, location: body.location) {
      derivation, core, commits, thread in
      unsafe unsafeDowncast(core, to: Core<Value>.self)
        .compute(by: derivation, ifStill: commits, on: thread)
    }
    let thread = DeliveryThread.current
    let outer = thread.begin(derivation, level: nil)
    let core = Core(body.compute(), of: derivation)
    return (core, derivation.concludeFirst(outer, on: thread))
  }
}

extension Core {
  /// Computes the value of a derived value.
  ///
  /// - Parameters:
  ///   - derivation: The derivation of the value.
  ///   - commits: The number of values before this one, for a reader, or `nil` for a connected
  ///     value,
  ///     which is computed as part of the current change.
  ///   - thread: The calling thread.
  /// - Returns: Whether the value is up to date. If `false`, another thread has stored a value in
  ///   the meantime.
  @inlinable
  func compute(by derivation: Derivation, ifStill commits: UInt?, on thread: DeliveryThread) -> Bool
  {
    unsafe derivation.body._withUnsafeGuaranteedRef {
      compute(
        unsafe unsafeDowncast($0, to: DerivedBody<Value>.self), derivation, ifStill: commits,
        on: thread)
    }
  }

  @inlinable
  @inline(__always)
  func compute(
    _ body: DerivedBody<Value>, _ derivation: Derivation, ifStill commits: UInt?,
    on thread: DeliveryThread
  ) -> Bool {
    let outer = thread.begin(derivation, level: commits == nil ? level : nil)
    let new = body.compute()
    if let commits {
      let isSame = body.isSame?(value, new) ?? false
      // Released after unlocking.
      var old = new
      return derivation.conclude(outer, ifStill: commits, on: thread) {
        if !isSame { exchange(&old) }
      }
    }
    guard derivation.conclude(outer, of: self, on: thread) else { return true }
    if body.isSame?(value, new) ?? false { return true }
    if derivation.isPulled(by: thread), replace(with: new) { return true }
    stage(new, origin: unsafe latestOrigin, on: thread)
    return true
  }

  /// Stores the new value of a derived value that was pulled, unless observers have to be notified.
  ///
  /// - Returns: Whether the value was stored.
  @inlinable
  func replace(with new: Value) -> Bool {
    // Released after unlocking.
    var old = new
    return lock.withLock { state in
      guard state.duties.isDeliverOnly, state.snapshot?.observers.isEmpty == true else {
        return false
      }
      unsafe swap(&stored, &old)
      state.version &+= 1
      return true
    }
  }

  /// Exchanges the value for another.
  ///
  /// If the value has an observer but is not connected, the change is held back until it is
  /// connected.
  @usableFromInline
  func exchange(_ other: inout Value) {
    lock.withLock { state in
      let isFirst = !state.duties.contains(.join)
      state.version &+= 1
      state.countChange()
      if isFirst, let snapshot = state.currentSnapshot() {
        let change = unsafe Changes(old: stored, new: other)
        hold(change, for: snapshot, in: &state, cause: Cause())
        if state.duties.contains(.number) { state.write = WriteNumber.next() }
      }
      unsafe swap(&stored, &other)
    }
  }
}
