public import Synchronization

/// A value, its observers and its dependents.
///
/// Every relay is a view of a core. A mapped or merged relay has a core of its own, which an
/// ``Edge`` feeds.
///
/// A change goes through ``set(_:from:)``: under the lock, that replaces the value and determines
/// the remaining ``DeliveryStep``. Without the lock, it then does that step. Only steps run
/// closures of users. See ``Domain`` for the order of the steps of several threads.
///
/// Rejected:
/// * A type for each kind of relay, with its own delivery. The rules of order would be written once
///   for each kind, and a merge of two kinds would need both.
/// * An actor. A hop to it takes microseconds, and `set` would return before the observers on the
///   same actor have run.
/// * Observers that run under the lock. An observer that sets the relay again would wait for
///   itself.
///
/// - Concurrency: All methods may be called from any thread. No lock is held
///   while closures of users run, or while they are released.
@safe
@usableFromInline
final class Core<Value>: Node, @unchecked Sendable {
  // Why this is Sendable: `stored` and `undelivered` are only used under the lock, and `flight`
  // only by the thread that owns the domain. Values and closures are used where the domain's
  // changes are delivered, and the fronts accept nothing that may not be used there. For `accessor`
  // see there.
  //
  // The stored objects are classes and not structures: to release a structure, a core would look up
  // its type at run time.

  /// The source of the value, if it is not ``isPlain``.
  @exclusivity(unchecked) @usableFromInline var accessor: Accessor<Value>? {
    didSet { unsafe isPlain = accessor == nil }
  }

  /// The change that the current wave delivers, retained, or `nil` before the first one.
  // Only used by the owner of the domain; see above.
  @exclusivity(unchecked) @usableFromInline var flight: Unmanaged<Flight<Value>>?

  /// The changes that have not been delivered, or `nil` before the first one.
  // Only used under the lock.
  @exclusivity(unchecked) @usableFromInline var undelivered: Undelivered<Value>?

  /// The value.
  // Only used under the lock.
  @exclusivity(unchecked) @usableFromInline var stored: Value

  /// Makes a core.
  ///
  /// - Parameters:
  ///   - value: The initial value.
  ///   - domain: The domain of its changes if other cores feed it; otherwise `nil`.
  ///   - level: See ``Node/level``.
  ///   - nesting: See ``Node/nesting``.
  ///   - origin: The source location at which it is made.
  @inlinable
  init(
    _ value: Value, domain: Domain? = nil, level: Int = 0, nesting: UInt8 = Node.maximumNesting,
    origin: CodeLocation?
  ) {
    unsafe stored = value
    super.init(
      domain: domain, level: level, isComputed: false, isFed: domain != nil, nesting: nesting,
      origin: origin,
      operate: { node, operation, thread in
        node.core(of: Value.self).operate(operation, on: thread)
      })
  }

  /// Makes the core of a merge.
  ///
  /// - Parameters:
  ///   - value: The initial value.
  ///   - domain: The domain of its sources.
  ///   - level: See ``Node/level``.
  ///   - origin: The source location at which it is made.
  ///   - compute: Returns the new value, computed from its ``LatestValue``s. It runs under the
  ///     lock.
  @inlinable
  init(
    _ value: Value, domain: Domain, level: Int, origin: CodeLocation?,
    compute: @escaping () -> Value
  ) {
    unsafe stored = value
    super.init(
      domain: domain, level: level, isComputed: true, isFed: true, nesting: Self.maximumNesting,
      origin: origin,
      operate: { node, operation, thread in
        let core = node.core(of: Value.self)
        if case .compute = operation { return core.stageComputed(compute, on: thread) }
        core.operate(operation, on: thread)
      })
  }

  /// Makes the core of a derived value.
  @inlinable
  init(_ value: Value, of derivation: Derivation) {
    unsafe stored = value
    super.init(
      domain: nil, level: 0, isComputed: true, isFed: true, nesting: Self.maximumNesting,
      origin: derivation.location,
      operate: { node, operation, thread in
        node.core(of: Value.self).operate(operation, on: thread)
      })
    unsafe self.derivation = derivation
    unsafe isPlain = false
    derivation.belong(to: self)
  }

  deinit {
    unsafe flight?.release()
  }

  /// Performs one step of a delivery.
  @inlinable
  @inline(__always)
  func operate(_ operation: NodeOperation, on thread: DeliveryThread) {
    switch operation {
    case .deliver: deliverQueued(on: thread)
    case .letGo: letGo(on: thread)
    case .push: push(on: thread)
    case .fire: fire()
    case .compute: preconditionFailure("Only a merge is computed here.")
    }
  }

  /// Stores the new value of a merge.
  @inlinable
  func stageComputed(_ compute: () -> Value, on thread: DeliveryThread) {
    var value: Value?
    lock.withLock { _ in value = compute() }
    stage(value!, origin: unsafe latestOrigin, on: thread)
  }

  override var valueType: String { String(reflecting: Value.self) }

  @usableFromInline override var undeliveredBase: UInt { unsafe undelivered?.first?.base ?? 0 }

  override func addToQueued(_ edge: AnyEdge) {
    unsafe undelivered?.queued.replaceEach { $0.adding(edge) }
  }

  override func addWatcher(
    of effect: EffectLink, on actor: (any Actor)?, _ body: @escaping () -> Void
  ) -> () -> Void {
    let slot = addSlot(after: mainSlot())
    let observer = Observer<Value>({ _ in body() }, on: actor)
    observer.effect = effect
    _ = put(observer, into: slot)
    return { self.discard(slot) }
  }
}

extension Node {
  /// Returns this as a core of its type.
  // Not `unsafeDowncast`, and not a method of `Core`: a debug build would look up the type of the
  // core at run time.
  @inlinable
  @inline(__always)
  final func core<Value>(of type: Value.Type) -> Core<Value> {
    unsafe _unsafeUncheckedDowncast(self, to: Core<Value>.self)
  }
}

extension Core {
  /// Makes a core whose value is a function of this core's changes.
  ///
  /// The function runs once now, and once for each change.
  @inlinable
  func mapped<Mapped>(
    after slot: Slot, origin: CodeLocation?,
    _ transform: @escaping (Changes<Value>) -> Mapped
  ) -> Core<Mapped> {
    derived(after: slot, origin: origin, first: transform) { child, old, new, origin, thread in
      let mapped = transform(Changes(old: old, new: new, origin: origin))
      child.core(of: Mapped.self).stage(mapped, origin: origin, on: thread)
    }
  }

  /// Makes a core whose value is a function of this core's value.
  ///
  /// The function runs once now, and once for each change.
  @inlinable
  func mapped<Mapped>(
    after slot: Slot, origin: CodeLocation?, values transform: @escaping (Value) -> Mapped
  ) -> Core<Mapped> {
    derived(after: slot, origin: origin, first: { transform($0.new) }) {
      child, _, new, origin, thread in
      child.core(of: Mapped.self).stage(transform(new), origin: origin, on: thread)
    }
  }

  /// Makes a core that gets every change of this core.
  ///
  /// - Parameters:
  ///   - slot: The slot of the relay from which it is made.
  ///   - origin: The source location at which it is made.
  ///   - first: Returns its initial value, for a change from the current value to itself.
  ///   - prepare: Called with the new core before it gets a change.
  ///   - push: Passes a change to the new core.
  /// - Returns: The core.
  @inlinable
  func derived<Derived>(
    after slot: Slot, origin: CodeLocation?, first: (Changes<Value>) -> Derived,
    prepare: (Core<Derived>) -> Void = { _ in }, push: @escaping Edge<Value>.Push
  ) -> Core<Derived> {
    var made: Core<Derived>?
    addEdge(from: slot) { value in
      let child = Core<Derived>(
        first(Changes(old: value, new: value, invokedManually: true)), domain: domain,
        level: level, nesting: nextNesting, origin: origin)
      prepare(child)
      made = child
      return Edge(slot: slot.key, isOnlyParent: true, child: child, push: push)
    }
    return made!
  }
}

// Used by both fronts.
extension Core {
  /// Calls an observer's closure on every change of a relay.
  ///
  /// It has the parameters of ``Node/put(_:into:main:)``.
  @usableFromInline
  func observe(from ownSlot: Slot?, main number: UInt32, _ observer: Observer<Value>) {
    guard let slot = put(observer, into: ownSlot, main: number) else { return }
    update(slot) {
      $0.isSpared = nil
      $0.body = observer
    }
  }

  /// Calls a closure with every change, except those that `isSpared` selects, on an actor or
  /// wherever the change is delivered.
  func observe(
    from slot: Slot, on actor: (any Actor)?,
    sparing isSpared: ((Changes<Value>) -> Bool)? = nil,
    _ body: @escaping (Changes<Value>) -> Void
  ) {
    let observer = Observer(body, on: actor)
    update(slot) {
      $0.isSpared = isSpared
      $0.body = observer
    }
  }

  /// Calls a closure with every change and an object until the object is released, and removes
  /// the observer then.
  func observe<Object: AnyObject>(
    from slot: Slot, on actor: (any Actor)?, sparing isSpared: ((Changes<Value>) -> Bool)?,
    whileAlive object: Object, _ body: @escaping (Object, Changes<Value>) -> Void
  ) {
    let cancellation = CancellationFlag.make(on: actor)
    let call: (Changes<Value>) -> Void = { [weak object, weak self, slot] change in
      if let object { return body(object, change) }
      // Another observer may have been put into the slot before this call.
      self?.update(slot) { if $0.body?.cancellation === cancellation { $0.body = nil } }
    }
    let observer = Observer(call, cancellation: cancellation)
    update(slot) {
      $0.isSpared = isSpared
      $0.body = observer
    }
  }

  /// Calls a method of an object on the main actor with every change until the object is
  /// released.
  func observe<Object: AnyObject>(
    from slot: Slot, sparing isSpared: ((Changes<Value>) -> Bool)?, onMain object: Object,
    _ method: @escaping (Object) -> @MainActor (Changes<Value>) -> Void
  ) {
    observe(from: slot, on: MainActor.shared, sparing: isSpared, whileAlive: object) {
      object, change in
      withoutMainActor(method(object))(change)
    }
  }

  /// Calls a closure on an actor with every change until the actor is released.
  func observe<Object: Actor>(
    from slot: Slot, sparing isSpared: ((Changes<Value>) -> Bool)?, onActor actor: Object,
    _ body: @escaping (isolated Object, Changes<Value>) -> Void
  ) {
    observe(from: slot, on: actor, sparing: isSpared, whileAlive: actor, withoutActor(body))
  }
}
