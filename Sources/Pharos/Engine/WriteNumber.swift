import Synchronization

/// Numbers the values of linked cores in the order in which they were set, so that the
/// value that was set last wins wherever two meet.
///
/// A value keeps its number on its way through bonds and relays. A core takes a value
/// with a higher number than its own, and no other: so each value comes through each
/// core once at most, and cores that take each other's values end with the same one,
/// however their changes cross.
@usableFromInline
enum WriteNumber {
  private static let last = Atomic<UInt64>(0)
  private static let hasLinks = Atomic(false)

  /// A Boolean value that indicates whether there have been linked cores.
  static var isNeeded: Bool { hasLinks.load(ordering: .relaxed) }

  /// Notes that there are linked cores.
  static func need() {
    hasLinks.store(true, ordering: .relaxed)
  }

  /// Draws a number that is higher than all before it.
  @usableFromInline
  static func next() -> UInt64 {
    last.wrappingAdd(1, ordering: .relaxed).newValue
  }

  /// Draws a number for a core that is not linked itself, if what is made of it may be;
  /// 0 if not.
  @usableFromInline
  static func nextIfNeeded() -> UInt64 { isNeeded ? next() : 0 }
}

extension DeliveryThread {
  /// The number for a new value of what is made of others: that of the change that is
  /// being delivered, if the value before has a lower one.
  ///
  /// If not, several changes go into the value, and it gets a number of its own.
  @usableFromInline
  func write(after latest: UInt64) -> UInt64 {
    if deliveredWrite == 0 { deliveredWrite = WriteNumber.next() }
    return deliveredWrite > latest ? deliveredWrite : WriteNumber.next()
  }

  /// Gives the changes of a transaction on one after the other, each with the number of
  /// its own write, to everything below the merges.
  ///
  /// - Returns: How many cores have given their change on.
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
