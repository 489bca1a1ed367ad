import Synchronization

extension DeliveryThread {
  /// The state for waves, transactions, derived values and queued changes.
  @safe
  struct Details: ~Copyable {
    /// The cores that have changed in the current transaction.
    var touched: [Node] = []
    /// The domains with changes to deliver, one entry for each of them.
    var tickets = FirstInFirstOut<Domain>()
    /// The cores whose observers are notified at the end of the current wave, each retained.
    ///
    /// In the order of their new values.
    var changed = unsafe ThreadList<Unmanaged<Node>>()
    /// The cores that have dependents, in the same order.
    ///
    /// The first of them have already pushed their new value.
    var givers = unsafe ThreadList<Unmanaged<Node>>()
    /// The merges that the current wave still computes.
    var waiting = MergeQueue()
    /// The address of the merge that is being computed, which is retained, or 0 once ``changed`` has
    /// taken over the reference.
    // A number, because a debug build would compare optional references in many steps.
    var computed: UInt = 0
    /// The derived values that are computed when another value reads them in the current wave, each
    /// retained; see ``Derivation/postponer``.
    var postponed = unsafe ThreadList<Unmanaged<Node>>()
    /// A Boolean value that indicates whether effects watch any of the postponed values.
    var hasEffects = false
    /// The derived values that wait for another to be pulled, with the index of that dependency.
    var pulls = ThreadList<Derivation.Pull>()
    /// The cores that have been read, or `nil` while reads are not recorded.
    var read: [Node]?
    /// The state of the derived values that are being computed.
    var evaluation = Evaluation()
    /// A Boolean value that indicates whether the current wave counts among
    /// ``RelayCapture/lookers``, because it computes derived values.
    var isCapturing = false
    /// The objects to release in a loop, instead of recursively.
    var released: ContiguousArray<AnyObject> = []
    var isReleasing = false
    /// The relays of a very long chain of changes.
    var cycle: [CodeLocation] = []
    /// A Boolean value that indicates whether such a chain has been broken.
    var hasFeedback = false
    /// The number of changes made in long chains.
    var chainedCount = 0
    /// A Boolean value that indicates whether another thread made the current change, or the
    /// change that caused it.
    var isServing = false
  }

  /// Adds a core with a new value to the current wave.
  ///
  /// - Parameters:
  ///   - node: The core.
  ///   - hasDependents: Whether it pushes its value to other cores.
  @usableFromInline
  func add(_ node: Node, hasDependents: Bool) {
    let details = unsafe details
    if unsafe details.pointee.computed != 0,
      unsafe details.pointee.computed == Self.address(of: node)
    {
      unsafe details.pointee.computed = 0
      unsafe details.pointee.changed.append(Unmanaged.passUnretained(node))
    } else {
      unsafe details.pointee.changed.append(Unmanaged.passRetained(node))
    }
    if hasDependents { addGiver(node) }
  }

  private static func address(of node: Node) -> UInt {
    unsafe UInt(bitPattern: Unmanaged.passUnretained(node).toOpaque())
  }

  /// Makes a core of the wave push its new value to its dependents.
  @usableFromInline
  func addGiver(_ node: Node) {
    unsafe details.pointee.givers.append(Unmanaged.passUnretained(node))
  }

  /// Makes the current wave compute a merge.
  @inline(__always)
  @usableFromInline
  func wait(for merge: Node) {
    guard unsafe !merge.isWaiting else { return }
    unsafe merge.isWaiting = true
    unsafe details.pointee.waiting.insert(merge)
  }

  /// Makes the current wave compute a merge, and takes over a reference to it.
  @inline(__always)
  func wait(forRetained merge: Unmanaged<Node>) {
    guard unsafe merge._withUnsafeGuaranteedRef({ unsafe !$0.isWaiting }) else {
      return unsafe merge.release()
    }
    unsafe merge._withUnsafeGuaranteedRef { unsafe $0.isWaiting = true }
    unsafe details.pointee.waiting.insert(merge)
  }

  /// Sorts the waiting merges again, after levels have risen.
  func sortWaiting() {
    unsafe details.pointee.waiting.sort()
  }

  /// Delivers the changes of the cores that have been added.
  ///
  /// It first carries the changes through all dependents, and then notifies the observers. So each
  /// observer finds all values up to date. Merges come last, in the order of their levels: all
  /// sources of a merge have their new values before it is computed.
  ///
  /// - Parameter start: The number of cores that have already pushed their change.
  @usableFromInline
  func runWave(from start: Int = 0) {
    let details = unsafe details
    var index = start
    while true {
      while unsafe index < details.pointee.givers.count {
        unsafe details.pointee.givers[index]._withUnsafeGuaranteedRef { node in
          node.operate(node, .push, self)
        }
        index += 1
      }
      guard let merge = unsafe details.pointee.waiting.popFirst() else {
        guard unsafe !details.pointee.postponed.isEmpty, pullForEffects() else { break }
        continue
      }
      // A derived value may already have been computed, for another one that has read it.
      guard unsafe merge.isWaiting else { continue }
      unsafe merge.isWaiting = false
      unsafe details.pointee.computed = Self.address(of: merge)
      let computed = unsafe Unmanaged.passRetained(consume merge)
      unsafe computed._withUnsafeGuaranteedRef { $0.compute(on: self) }
      if unsafe details.pointee.computed != 0 {
        unsafe details.pointee.computed = 0
        unsafe computed.release()
      }
    }
    if unsafe !details.pointee.postponed.isEmpty { endPostponing() }
    if unsafe details.pointee.isCapturing {
      unsafe details.pointee.isCapturing = false
      RelayCapture.lookers.wrappingSubtract(1, ordering: .relaxed)
    }
    unsafe details.pointee.givers.removeLast(downTo: 0)
    for index in unsafe 0..<details.pointee.changed.count {
      let node = unsafe details.pointee.changed[index]
      unsafe node._withUnsafeGuaranteedRef { $0.operate($0, .fire, self) }
      unsafe node.release()
    }
    unsafe details.pointee.changed.removeLast(downTo: 0)
  }
}
