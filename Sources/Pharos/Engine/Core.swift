public import Synchronization

/// A value, its observers and its dependents.
///
/// Every relay is a view of a core. What is mapped or merged has a core of its
/// own, which an ``Edge`` feeds.
///
/// - Concurrency: All methods may be called from any thread. No lock is held
///   while closures of users run, or while they are released.
@safe
@usableFromInline
final class Core<Value>: Node, @unchecked Sendable {
  // Why this is Sendable: `stored` and `undelivered` are only touched under the lock, and
  // `delivery` only by the thread that owns the domain, or delivers a change of the simplest
  // kind. Values and closures go where the domain's changes are delivered; the fronts only
  // put in what may go there. For `accessor` see there.
  //
  // References to objects, where structures would do: releasing a core would look up their
  // types at run time.

  /// The source of the value, if it is not a value that is only set; see ``isPlain``.
  @exclusivity(unchecked) @usableFromInline var accessor: Accessor<Value>? {
    didSet { unsafe isPlain = accessor == nil }
  }

  /// Returns the new value of a merge, made of its ``LatestValue``s; runs under the lock.
  @usableFromInline let compute: (() -> Value)?

  /// The change that is being delivered, retained; made with the first that is not of the
  /// simplest kind.
  // Only one thread at a time touches it; see above.
  @exclusivity(unchecked) @usableFromInline var delivery: Unmanaged<Delivery<Value>>?

  /// The changes that are yet to be delivered; made with the first of them.
  // Only touched under the lock.
  @exclusivity(unchecked) @usableFromInline var undelivered: Undelivered<Value>?

  /// The value.
  // Only touched under the lock.
  @exclusivity(unchecked) @usableFromInline var stored: Value

  /// Makes a core.
  ///
  /// - Parameters:
  ///   - value: Its first value.
  ///   - domain: Where its changes belong, if others feed it; otherwise `nil`.
  ///   - level: See ``Node/level``.
  ///   - depth: See ``Node/depth``.
  ///   - origin: Where it is made.
  ///   - compute: See ``compute``.
  @inlinable
  init(
    _ value: Value, domain: Domain? = nil, level: Int = 0, depth: UInt8 = 0,
    origin: CodeLocation?,
    compute: (() -> Value)? = nil
  ) {
    unsafe stored = value
    self.compute = compute
    super.init(
      domain: domain, level: level, isComputed: compute != nil, isFed: domain != nil,
      depth: depth, origin: origin,
      operate: { node, operation, thread in
        unsafe unsafeDowncast(node, to: Core.self).operate(operation, on: thread)
      })
  }

  /// Makes the core of a derived value.
  @inlinable
  init(_ value: Value, of derivation: Derivation) {
    unsafe stored = value
    compute = nil
    super.init(
      domain: nil, level: 0, isComputed: true, isFed: true, depth: 0,
      origin: derivation.location,
      operate: { node, operation, thread in
        unsafe unsafeDowncast(node, to: Core.self).operate(operation, on: thread)
      })
    unsafe self.derivation = derivation
    unsafe isPlain = false
    derivation.belong(to: self)
  }

  deinit {
    unsafe delivery?.release()
  }

  /// Does a step of a delivery.
  @inlinable
  @inline(__always)
  func operate(_ operation: NodeOperation, on thread: DeliveryThread) {
    switch operation {
    case .deliver: deliver(on: thread)
    case .letGo: letGo(on: thread)
    case .push: push(on: thread)
    case .fire: fire()
    case .compute:
      guard let compute else { return }
      var value: Value?
      lock.withLock { _ in value = compute() }
      stage(value!, origin: unsafe latestOrigin, on: thread)
    }
  }

  override var valueType: String { String(reflecting: Value.self) }

  @usableFromInline override var undeliveredBase: UInt { unsafe undelivered?.first?.base ?? 0 }

  override func addToQueued(_ edge: AnyEdge) {
    unsafe undelivered?.queued.replaceEach { $0.adding(edge) }
  }

  override func addWatcher(
    on actor: (any Actor)?, _ body: @escaping () -> Void
  ) -> () -> Void {
    let slot = addSlot(after: mainSlot())
    _ = put(Observer<Value>({ _ in body() }, on: actor), into: slot)
    return { self.discard(slot) }
  }
}
