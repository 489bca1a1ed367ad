import Synchronization

/// The state of the derived values that a thread computes.
struct Evaluation {
  /// The reads so far, those of inner evaluations last.
  var reads: ContiguousArray<Dependency> = []
  /// The functions that run, each called by the one before.
  var bodies: ContiguousArray<ObjectIdentifier> = []
  /// The index at which the reads of the innermost begin.
  var start = 0
  /// The ``Epoch`` in which the innermost began.
  var epoch: UInt = 0
  /// A Boolean value that indicates whether everything that the innermost one has read is
  /// settled.
  var isSettled = true
  /// A Boolean value that indicates whether the innermost is for a cache, which must
  /// know when it is out of date.
  var isWatching = false
  /// A Boolean value that indicates whether the values wanted are those that have been
  /// delivered, which is so while a change is.
  var isDelivering = false
  /// The level of the one that is part of the present change.
  var level = Int.max
  /// The place among ``bodies`` of the function that has been found to depend on itself, if
  /// one has.
  ///
  /// The functions that it called on the way are computed again when it has its value.
  var cycleHead = Int.max
  /// A Boolean value that indicates whether reads do not count at this moment.
  var isUntracked = false
  /// Which search for values that are out of date is on, or 0.
  var pass: UInt64 = 0
}

/// The reads of one evaluation.
struct Reads {
  /// The index at which these begin among the reads of the thread.
  let start: Int
  /// The ``Epoch`` in which the value was settled, or 0.
  let epoch: UInt
}

extension DeliveryThread {
  /// A Boolean value that indicates whether a derived value is being computed.
  var isEvaluating: Bool { unsafe !details.pointee.evaluation.bodies.isEmpty }

  /// A Boolean value that indicates whether a function calls others so deeply that it
  /// is time to spare the stack.
  var isDeepInEvaluation: Bool { unsafe details.pointee.evaluation.bodies.count > 64 }

  /// Returns whether a function is being run.
  func isEvaluating(_ body: ObjectIdentifier) -> Bool {
    unsafe details.pointee.evaluation.bodies.contains(body)
  }

  /// Computes a derived value and notes what it is computed from.
  ///
  /// - Parameters:
  ///   - body: What computes it.
  ///   - level: Its level, if it is part of the change that is being delivered.
  ///   - isFirst: Whether there is no value yet.
  ///   - take: Is given the value, and what was read; not if it was found to be on the way
  ///     from a value to itself, unless it is the first.
  /// - Returns: Whether it was not on such a way.
  @discardableResult
  func evaluate<Value>(
    _ body: DerivedBody<Value>, level: Int?, isFirst: Bool = false,
    take: (Value, Reads) -> Void
  ) -> Bool {
    let details = unsafe details
    let id = ObjectIdentifier(body)
    checkNotEvaluating(id, at: body.location)
    let outer = unsafe (
      start: details.pointee.evaluation.start, epoch: details.pointee.evaluation.epoch,
      isSettled: details.pointee.evaluation.isSettled,
      isWatching: details.pointee.evaluation.isWatching,
      isDelivering: details.pointee.evaluation.isDelivering,
      level: details.pointee.evaluation.level,
      isUntracked: details.pointee.evaluation.isUntracked
    )
    let epoch = Epoch.current
    let start = unsafe details.pointee.evaluation.reads.count
    unsafe details.pointee.evaluation.bodies.append(id)
    unsafe details.pointee.evaluation.start = start
    unsafe details.pointee.evaluation.epoch = epoch
    unsafe details.pointee.evaluation.isSettled = true
    unsafe details.pointee.evaluation.isWatching = level == nil
    unsafe details.pointee.evaluation.isUntracked = false
    if let level {
      unsafe details.pointee.evaluation.isDelivering = true
      // One that is computed before its turn may find others that are not up to date.
      unsafe details.pointee.evaluation.level = min(level, outer.level)
    }
    RelayCapture.lookers.wrappingAdd(1, ordering: .relaxed)
    let value = body.compute()
    RelayCapture.lookers.wrappingSubtract(1, ordering: .relaxed)
    let isSettled = unsafe details.pointee.evaluation.isSettled
    let depth = unsafe details.pointee.evaluation.bodies.count - 1
    let isProvisional = unsafe details.pointee.evaluation.cycleHead < depth
    if unsafe details.pointee.evaluation.cycleHead == depth {
      unsafe details.pointee.evaluation.cycleHead = .max
    }
    if !isProvisional || isFirst {
      take(value, Reads(start: start, epoch: isSettled ? epoch : 0))
    }
    // One by one, so that none is released while they are being changed: the last to keep
    // a value may go with it, and whatever that does when it goes.
    while unsafe details.pointee.evaluation.reads.count > start {
      _ = unsafe details.pointee.evaluation.reads.popLast()
    }
    unsafe details.pointee.evaluation.bodies.removeLast()
    unsafe details.pointee.evaluation.start = outer.start
    unsafe details.pointee.evaluation.epoch = outer.epoch
    unsafe details.pointee.evaluation.isSettled = outer.isSettled
    unsafe details.pointee.evaluation.isWatching = outer.isWatching
    unsafe details.pointee.evaluation.isDelivering = outer.isDelivering
    unsafe details.pointee.evaluation.level = outer.level
    unsafe details.pointee.evaluation.isUntracked = outer.isUntracked
    return !isProvisional
  }

  /// Notes that a function has been found to depend on itself, by way of others.
  func noteCycle(of body: ObjectIdentifier) {
    let details = unsafe details
    let last = unsafe details.pointee.evaluation.bodies.count - 1
    guard let head = unsafe details.pointee.evaluation.bodies.firstIndex(of: body), head < last
    else { return }
    unsafe details.pointee.evaluation.cycleHead = min(
      details.pointee.evaluation.cycleHead, head)
  }

  /// Finds out whether the innermost function depends on itself by way of what it has just
  /// read, so that it must not be taken to depend on that.
  func endsCycle() -> Bool {
    let details = unsafe details
    let last = unsafe details.pointee.evaluation.bodies.count - 1
    guard unsafe details.pointee.evaluation.cycleHead == last else { return false }
    unsafe details.pointee.evaluation.cycleHead = .max
    return true
  }

  /// Finds what a closure reads that is not a derived value's function: it reads the latest
  /// values, and sets what it likes.
  ///
  /// - Parameters:
  ///   - id: Identifies what the closure belongs to.
  ///   - body: The closure.
  /// - Returns: What it has read.
  func reads(of id: ObjectIdentifier, by body: () -> Void) -> ContiguousArray<Dependency> {
    let details = unsafe details
    let outer = unsafe details.pointee.evaluation
    unsafe details.pointee.evaluation = Evaluation()
    unsafe details.pointee.evaluation.bodies = [id]
    RelayCapture.lookers.wrappingAdd(1, ordering: .relaxed)
    body()
    RelayCapture.lookers.wrappingSubtract(1, ordering: .relaxed)
    let reads = unsafe details.pointee.evaluation.reads
    unsafe details.pointee.evaluation = outer
    return reads
  }

  /// Does something with values as they have been delivered, where what is connected
  /// is taken to be up to date.
  func evaluateDelivered(_ body: () -> Void) {
    let details = unsafe details
    let outer = unsafe (
      isDelivering: details.pointee.evaluation.isDelivering,
      level: details.pointee.evaluation.level, pass: details.pointee.evaluation.pass
    )
    unsafe details.pointee.evaluation.isDelivering = true
    unsafe details.pointee.evaluation.level = .max
    unsafe details.pointee.evaluation.pass = 0
    body()
    unsafe details.pointee.evaluation.isDelivering = outer.isDelivering
    unsafe details.pointee.evaluation.level = outer.level
    unsafe details.pointee.evaluation.pass = outer.pass
  }

  /// Stops the process if a function is run because of itself, and so has no value yet.
  private func checkNotEvaluating(_ body: ObjectIdentifier, at location: CodeLocation) {
    precondition(!isEvaluating(body), "\(PharosError.cycle(at: location))")
  }

  /// Notes that the present evaluation depends on a core.
  func noteDependency(on node: Node, version: ValueVersion) {
    let details = unsafe details
    let epoch = unsafe details.pointee.evaluation.epoch
    if !version.isSettled || !node.isSettled(since: epoch) {
      unsafe details.pointee.evaluation.isSettled = false
    }
    let end = unsafe details.pointee.evaluation.reads.count
    // Often the same few are read again; more than that is not worth the search.
    var index = unsafe max(details.pointee.evaluation.start, end - 8)
    while index < end {
      if unsafe details.pointee.evaluation.reads[index].node === node { return }
      index += 1
    }
    unsafe details.pointee.evaluation.reads.append(Dependency(node: node, version: version.number))
  }
}
