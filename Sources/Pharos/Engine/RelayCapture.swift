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
  @usableFromInline
  static func read<Value>(_ core: Core<Value>) -> Value {
    let thread = DeliveryThread.current
    thread.noteRead(of: core)
    guard thread.isEvaluating else { return core.current }
    if unsafe core.accessor != nil {
      if let derivation = core.derivation, thread.isEvaluating(derivation.body) {
        // What depends on itself does not follow from itself: it would never come to rest.
        thread.noteCycle(of: derivation.body)
        derivation.reportCycle()
        return core.value
      }
      _ = core.refreshed()
    }
    let (isDelivering, isWatching, isUntracked) = unsafe (
      thread.details.pointee.evaluation.isDelivering,
      thread.details.pointee.evaluation.isWatching,
      thread.details.pointee.evaluation.isUntracked
    )
    let (value, version) = core.reading(
      delivered: isDelivering, watching: isWatching && !isUntracked)
    if !thread.endsCycle(), !isUntracked { thread.noteDependency(on: core, version: version) }
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

extension DeliveryThread {
  fileprivate func noteRead(of node: Node) {
    unsafe details.pointee.read?.append(node)
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
