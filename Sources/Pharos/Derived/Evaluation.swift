import Synchronization

/// The state of the derived values that a thread computes.
struct Evaluation: ~Copyable {
  /// The reads so far, those of inner evaluations last.
  var reads = ThreadList<Dependency>()
  /// The functions that run, each called by the one before.
  var bodies = ThreadList<ObjectIdentifier>()
  /// The innermost evaluation.
  var frame = EvaluationFrame()
  /// The place among ``bodies`` of the function that has been found to depend on itself, if
  /// one has.
  ///
  /// The functions that it called on the way are computed again when it has its value.
  var cycleHead = Int.max
  /// Which search for values that are out of date is on, or 0.
  var pass: UInt64 = 0
}

/// One of the evaluations of a thread.
@usableFromInline
struct EvaluationFrame {
  /// The index at which its reads begin.
  var start = 0
  /// The ``Epoch`` in which it began.
  var epoch: UInt = 0
  /// The level of the one that is part of the present change.
  var level = Int.max
  /// A Boolean value that indicates whether everything that has been read is settled; only of
  /// interest to a cache.
  var isSettled = true
  /// A Boolean value that indicates whether this is for a cache, which must know when it is
  /// out of date.
  var isWatching = false
  /// A Boolean value that indicates whether the values wanted are those that have been
  /// delivered, which is so while a change is.
  var isDelivering = false
  /// A Boolean value that indicates whether reads do not count at this moment.
  var isUntracked = false
}

/// The reads of one evaluation.
struct Reads {
  /// The index at which these begin among the reads of the thread.
  let start: Int
  /// The ``Epoch`` in which the value was settled, or 0.
  let epoch: UInt
  /// A Boolean value that indicates whether the value was found to be on the way from another
  /// to itself, and so does not count.
  let isProvisional: Bool
}

extension DeliveryThread {
  /// A Boolean value that indicates whether a derived value is being computed.
  var isEvaluating: Bool { unsafe !details.pointee.evaluation.bodies.isEmpty }

  /// A Boolean value that indicates whether a function calls others so deeply that it
  /// is time to spare the stack.
  var isDeepInEvaluation: Bool { unsafe details.pointee.evaluation.bodies.count > 64 }

  /// Returns whether a function is being run.
  @inline(__always)
  @usableFromInline
  func isEvaluating(_ body: ObjectIdentifier) -> Bool {
    unsafe details.pointee.evaluation.bodies.firstIndex { $0 == body } != nil
  }

  /// Begins to compute a derived value, and to note what it is computed from.
  ///
  /// - Parameters:
  ///   - body: What computes it.
  ///   - location: Where the derived value is.
  ///   - level: Its level, if it is part of the change that is being delivered.
  /// - Returns: The evaluation around it, for ``end(_:)``.
  @usableFromInline
  func begin(_ body: AnyObject, at location: CodeLocation, level: Int?) -> EvaluationFrame {
    let id = ObjectIdentifier(body)
    checkNotEvaluating(id, at: location)
    let details = unsafe details
    let outer = unsafe details.pointee.evaluation.frame
    unsafe details.pointee.evaluation.bodies.append(id)
    unsafe details.pointee.evaluation.frame = EvaluationFrame(
      start: details.pointee.evaluation.reads.count, epoch: Epoch.current,
      // One that is computed before its turn may find others that are not up to date.
      level: min(level ?? .max, outer.level), isWatching: level == nil,
      isDelivering: level != nil || outer.isDelivering)
    RelayCapture.lookers.wrappingAdd(1, ordering: .relaxed)
    return outer
  }

  /// Ends the noting of reads.
  ///
  /// - Returns: What has been read since ``begin(_:at:level:)``; it is there until
  ///   ``end(_:)``.
  func endReads() -> Reads {
    RelayCapture.lookers.wrappingSubtract(1, ordering: .relaxed)
    let details = unsafe details
    let frame = unsafe details.pointee.evaluation.frame
    let depth = unsafe details.pointee.evaluation.bodies.count - 1
    let isProvisional = unsafe details.pointee.evaluation.cycleHead < depth
    if unsafe details.pointee.evaluation.cycleHead == depth {
      unsafe details.pointee.evaluation.cycleHead = .max
    }
    return Reads(
      start: frame.start, epoch: frame.isWatching && frame.isSettled ? frame.epoch : 0,
      isProvisional: isProvisional)
  }

  /// Forgets the reads, and goes back to the evaluation around.
  func end(_ outer: EvaluationFrame) {
    let details = unsafe details
    let start = unsafe details.pointee.evaluation.frame.start
    unsafe details.pointee.evaluation.reads.removeLast(downTo: start)
    _ = unsafe details.pointee.evaluation.bodies.popLast()
    unsafe details.pointee.evaluation.frame = outer
  }

  /// Notes that a function has been found to depend on itself, by way of others.
  @usableFromInline
  func noteCycle(of body: ObjectIdentifier) {
    let details = unsafe details
    let last = unsafe details.pointee.evaluation.bodies.count - 1
    guard let head = unsafe details.pointee.evaluation.bodies.firstIndex(where: { $0 == body }),
      head < last
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
    var other = Evaluation()
    other.bodies.append(id)
    unsafe swap(&details.pointee.evaluation, &other)
    RelayCapture.lookers.wrappingAdd(1, ordering: .relaxed)
    body()
    RelayCapture.lookers.wrappingSubtract(1, ordering: .relaxed)
    unsafe swap(&details.pointee.evaluation, &other)
    return other.reads.elements(from: 0)
  }

  /// Does something with values as they have been delivered, where what is connected
  /// is taken to be up to date.
  func evaluateDelivered(_ body: () -> Void) {
    let details = unsafe details
    let outer = unsafe (
      isDelivering: details.pointee.evaluation.frame.isDelivering,
      level: details.pointee.evaluation.frame.level, pass: details.pointee.evaluation.pass
    )
    unsafe details.pointee.evaluation.frame.isDelivering = true
    unsafe details.pointee.evaluation.frame.level = .max
    unsafe details.pointee.evaluation.pass = 0
    body()
    unsafe details.pointee.evaluation.frame.isDelivering = outer.isDelivering
    unsafe details.pointee.evaluation.frame.level = outer.level
    unsafe details.pointee.evaluation.pass = outer.pass
  }

  /// Stops the process if a function is run because of itself, and so has no value yet.
  @inline(__always)
  private func checkNotEvaluating(_ body: ObjectIdentifier, at location: CodeLocation) {
    precondition(!isEvaluating(body), "\(PharosError.cycle(at: location))")
  }

  /// Notes that the present evaluation depends on a core.
  @inline(__always)
  func noteDependency(on node: Node, version: ValueVersion) {
    let details = unsafe details
    let frame = unsafe details.pointee.evaluation.frame
    if frame.isWatching, !version.isSettled || !node.isSettled(since: frame.epoch) {
      unsafe details.pointee.evaluation.frame.isSettled = false
    }
    let end = unsafe details.pointee.evaluation.reads.count
    // Often the same few are read again; more than that is not worth the search.
    var index = max(frame.start, end - 8)
    while index < end {
      if unsafe details.pointee.evaluation.reads[index].node === node { return }
      index += 1
    }
    unsafe details.pointee.evaluation.reads.append(Dependency(node: node, version: version.number))
  }
}
