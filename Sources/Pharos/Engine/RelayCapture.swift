public import Synchronization

/// A recorder of the observables that code reads.
@usableFromInline
enum RelayCapture {
  /// The number of threads that currently capture reads.
  @usableFromInline static let lookers = Atomic(0)

  /// A Boolean value that indicates whether any thread captures reads.
  ///
  /// Each read of an observable checks it.
  @inlinable
  @inline(__always)
  static var isOn: Bool { lookers.load(ordering: .relaxed) != 0 }

  /// Reads a core's value, and records the read for the calling thread.
  @inlinable
  static func read<Value>(_ core: Core<Value>) -> Value {
    let thread = DeliveryThread.current
    let manner = thread.beginRead(of: core)
    guard manner.isCounted else { return core.current }
    if unsafe !core.isPlain {
      if manner.isOfItself { return core.value }
      if unsafe core.derivation == nil { core.fetch() }
    }
    let (value, version) = core.reading(
      delivered: manner.isDelivered, watching: manner.isWatching)
    thread.endRead(of: core, version: version)
    return value
  }

  /// Returns the core of the last observable of this type that a closure reads.
  static func core<Value>(readBy body: () -> Value) -> Core<Value>? {
    lookers.wrappingAdd(1, ordering: .relaxed)
    defer { lookers.wrappingSubtract(1, ordering: .relaxed) }
    return DeliveryThread.current.nodesRead(by: { _ = body() })
      .lazy.reversed().compactMap { $0 as? Core<Value> }.first
  }
}

/// The way in which a core's value is read.
@usableFromInline
struct ReadingManner {
  /// A Boolean value that indicates whether a derived value or an effect reads it.
  @usableFromInline let isCounted: Bool
  /// A Boolean value that indicates whether the reader is the derived value itself.
  @usableFromInline let isOfItself: Bool
  /// A Boolean value that indicates whether the delivered value is read instead of the latest.
  @usableFromInline let isDelivered: Bool
  /// A Boolean value that indicates whether the next change must advance the ``Epoch``.
  @usableFromInline let isWatching: Bool
}

extension DeliveryThread {
  /// Records that a core is read, and brings a derived value up to date if the read counts.
  @usableFromInline
  func beginRead(of node: Node) -> ReadingManner {
    let details = unsafe details
    if unsafe details.pointee.read != nil { unsafe details.pointee.read?.append(node) }
    let isCounted = isEvaluating
    var isOfItself = false
    if isCounted, let derivation = unsafe node.keptDerivation {
      isOfItself = unsafe derivation._withUnsafeGuaranteedRef { bringUpToDate($0, of: node) }
    }
    return unsafe ReadingManner(
      isCounted: isCounted, isOfItself: isOfItself,
      isDelivered: details.pointee.evaluation.frame.isDelivering,
      isWatching: details.pointee.evaluation.frame.isWatching
        && !details.pointee.evaluation.frame.isUntracked)
  }

  /// Brings a derived value that is read up to date.
  ///
  /// - Returns: Whether the thread is computing this value, so that it cannot be brought up to
  ///   date.
  @inline(__always)
  private func bringUpToDate(_ derivation: Derivation, of core: Node) -> Bool {
    guard isEvaluating(derivation.id) else {
      derivation.update(core, on: self)
      return false
    }
    // The read must not count as a dependency, or the value would never settle.
    noteCycle(of: derivation.id)
    derivation.reportCycle()
    return true
  }

  /// Records which version of a core's value was read.
  @usableFromInline
  func endRead(of node: Node, version: ValueVersion) {
    guard !endsCycle(), unsafe !details.pointee.evaluation.frame.isUntracked else { return }
    noteDependency(on: node, version: version)
  }

  /// Returns the cores that a closure reads, in order.
  fileprivate func nodesRead(by body: () -> Void) -> [Node] {
    let outer = unsafe details.pointee.read
    unsafe details.pointee.read = []
    body()
    let read = unsafe details.pointee.read
    unsafe details.pointee.read = outer
    return read ?? []
  }
}
