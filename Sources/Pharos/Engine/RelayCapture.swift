public import Synchronization

/// Finds the observables that a piece of code reads.
@usableFromInline
enum RelayCapture {
  /// The number of threads that capture reads at this moment.
  @usableFromInline static let lookers = Atomic(0)

  /// A Boolean value that indicates whether reads are captured; each read of an observable
  /// asks for it.
  @inlinable
  @inline(__always)
  static var isOn: Bool { lookers.load(ordering: .relaxed) != 0 }

  /// Reads a core's value, and notes that the calling thread has.
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

  /// The core of the observable of this type that a closure reads last.
  static func core<Value>(readBy body: () -> Value) -> Core<Value>? {
    lookers.wrappingAdd(1, ordering: .relaxed)
    defer { lookers.wrappingSubtract(1, ordering: .relaxed) }
    return DeliveryThread.current.nodesRead(by: { _ = body() })
      .lazy.reversed().compactMap { $0 as? Core<Value> }.first
  }
}

/// Which of a core's values is read.
@usableFromInline
struct ReadingManner {
  /// A Boolean value that indicates whether a derived value reads it, or something that acts
  /// like one.
  @usableFromInline let isCounted: Bool
  /// A Boolean value that indicates whether the reader is the derived value itself.
  @usableFromInline let isOfItself: Bool
  /// A Boolean value that indicates whether it is the one that has been delivered.
  @usableFromInline let isDelivered: Bool
  /// A Boolean value that indicates whether the next change must be counted.
  @usableFromInline let isWatching: Bool
}

extension DeliveryThread {
  /// Notes that a core is read, and if it counts, brings a derived value up to date.
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
  /// - Returns: Whether that is the one which the thread computes, so that it cannot be done.
  @inline(__always)
  private func bringUpToDate(_ derivation: Derivation, of core: Node) -> Bool {
    guard isEvaluating(derivation.id) else {
      derivation.update(core, on: self)
      return false
    }
    // What depends on itself does not follow from itself: it would never come to rest.
    noteCycle(of: derivation.id)
    derivation.reportCycle()
    return true
  }

  /// Notes which value of a core has been read.
  @usableFromInline
  func endRead(of node: Node, version: ValueVersion) {
    guard !endsCycle(), unsafe !details.pointee.evaluation.frame.isUntracked else { return }
    noteDependency(on: node, version: version)
  }

  /// The cores that a closure reads, in the order in which it does.
  fileprivate func nodesRead(by body: () -> Void) -> [Node] {
    let outer = unsafe details.pointee.read
    unsafe details.pointee.read = []
    body()
    let read = unsafe details.pointee.read
    unsafe details.pointee.read = outer
    return read ?? []
  }
}
