import Synchronization

/// A number for each value of linked cores, in the order in which the values are set.
///
/// A value keeps its number on its way through bonds and relays. A core takes a value only if its
/// number is higher than the core's own. So each value passes each core at most once, and cores
/// that take each other's values end up with the value that was set last, even if their changes
/// cross.
@usableFromInline
enum WriteNumber {
  private static let last = Atomic<UInt64>(0)
  private static let hasLinks = Atomic(false)

  /// A Boolean value that indicates whether any cores have been linked in this process.
  static var isNeeded: Bool { hasLinks.load(ordering: .relaxed) }

  /// Records that cores are linked.
  static func need() {
    hasLinks.store(true, ordering: .relaxed)
  }

  /// Returns a number that is higher than all previous ones.
  @usableFromInline
  static func next() -> UInt64 {
    last.wrappingAdd(1, ordering: .relaxed).newValue
  }

  /// Returns a number for a core that is not linked itself but may have linked dependents, or 0 if
  /// no cores are linked.
  @usableFromInline
  static func nextIfNeeded() -> UInt64 { isNeeded ? next() : 0 }
}

extension DeliveryThread {
  /// Returns the number for a new value that is computed from others.
  ///
  /// This is the number of the change that is being delivered, if the previous value has a lower
  /// one. Otherwise several changes contribute to the value, and it gets a new number.
  @usableFromInline
  func write(after latest: UInt64) -> UInt64 {
    if deliveredWrite == 0 { deliveredWrite = WriteNumber.next() }
    return deliveredWrite > latest ? deliveredWrite : WriteNumber.next()
  }

  /// Pushes the changes of a transaction one after the other, each with the number of its own
  /// write, to everything below the merges.
  ///
  /// - Returns: The number of cores that have pushed their change.
  func pushEachWrite() -> Int {
    let details = unsafe details
    var latest: UInt64 = 0
    for index in unsafe 0..<details.pointee.changed.count {
      latest = unsafe max(latest, write(of: details.pointee.changed[index]))
    }
    let roots = unsafe details.pointee.givers.count
    var next = roots
    for root in 0..<roots {
      unsafe deliveredWrite = write(of: details.pointee.givers[root])
      push(root)
      while unsafe next < details.pointee.givers.count {
        push(next)
        next += 1
      }
    }
    deliveredWrite = latest
    return next
  }

  private func write(of node: Unmanaged<Node>) -> UInt64 {
    unsafe node._withUnsafeGuaranteedRef { unsafe $0.deliveredWrite }
  }

  private func push(_ index: Int) {
    unsafe details.pointee.givers[index]._withUnsafeGuaranteedRef { node in
      node.operate(node, .push, self)
    }
  }
}
