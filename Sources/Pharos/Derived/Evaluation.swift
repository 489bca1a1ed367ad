import Synchronization

/// The derived values and effects that a thread is evaluating.
struct Evaluation: ~Copyable {
  /// The reads so far, with the reads of inner evaluations last.
  var reads = ThreadList<Dependency>()
  /// The functions that are running, each called by the previous one.
  var bodies = ThreadList<ObjectIdentifier>()
  /// The innermost evaluation.
  var frame = EvaluationFrame()
  /// The index in ``bodies`` of a function that was found to depend on itself, or `Int.max`.
  ///
  /// The functions between it and the read are computed again once it has its value.
  var cycleHead = Int.max
  /// The number of the current search for out-of-date values, or 0.
  var pass: UInt64 = 0
}

/// One evaluation of a thread.
@safe
@usableFromInline
struct EvaluationFrame {
  /// The index of its first read.
  var start = 0
  /// The ``Epoch`` in which it started.
  var epoch: UInt = 0
  /// The level of the value, if it is computed as part of the current change.
  var level = Int.max
  /// A Boolean value that indicates whether everything that was read is settled, which matters only
  /// to a cache.
  var isSettled = true
  /// A Boolean value that indicates whether this evaluation is for a cache, which must know when it
  /// is out of date.
  var isWatching = false
  /// A Boolean value that indicates whether reads return delivered values, as they do during a
  /// delivery.
  var isDelivering = false
  /// A Boolean value that indicates whether reads currently do not count.
  var isUntracked = false
  /// The derivation whose known dependencies are compared with the reads, if its value is computed
  /// as part of the current change.
  // It is safe to use: the derivation is computed by a method of its own.
  var derivation: Unmanaged<Derivation>?
  /// The number of its dependencies that have been read.
  var knownCount = 0
}

/// The reads of one evaluation.
struct Reads {
  /// The index of the first of them among the reads of the thread.
  let start: Int
  /// The number of dependencies that were read first, in the order of the previous evaluation.
  ///
  /// They are not among the reads of the thread.
  let knownCount: Int
  /// The ``Epoch`` in which the value was settled, or 0.
  let epoch: UInt
  /// A Boolean value that indicates whether the value was computed inside a cycle, and so does not
  /// count.
  let isProvisional: Bool
}

extension DeliveryThread {
  /// A Boolean value that indicates whether a derived value is being computed.
  var isEvaluating: Bool { unsafe !details.pointee.evaluation.bodies.isEmpty }

  /// A Boolean value that indicates whether functions are nested so deeply that the stack could
  /// become too large.
  var isDeepInEvaluation: Bool { unsafe details.pointee.evaluation.bodies.count > 64 }

  /// Returns whether a function is running.
  @inline(__always)
  @usableFromInline
  func isEvaluating(_ body: ObjectIdentifier) -> Bool {
    unsafe details.pointee.evaluation.bodies.firstIndex { $0 == body } != nil
  }

  /// Starts to compute a derived value, and to record its reads.
  ///
  /// - Parameters:
  ///   - derivation: The derivation.
  ///   - level: The level of the value, if it is part of the change that is being delivered.
  /// - Returns: The surrounding evaluation, to pass to ``end(_:)``.
  @usableFromInline
  func begin(_ derivation: Derivation, level: Int?) -> EvaluationFrame {
    checkNotEvaluating(derivation)
    let details = unsafe details
    let outer = unsafe details.pointee.evaluation.frame
    unsafe details.pointee.evaluation.bodies.append(derivation.id)
    unsafe details.pointee.evaluation.frame = EvaluationFrame(
      start: details.pointee.evaluation.reads.count, epoch: Epoch.current,
      // A value that is computed before its turn may read values that are not up to date.
      level: min(level ?? .max, outer.level), isWatching: level == nil,
      isDelivering: level != nil || outer.isDelivering,
      derivation: level == nil ? nil : .passUnretained(derivation))
    if level == nil {
      RelayCapture.lookers.wrappingAdd(1, ordering: .relaxed)
    } else if unsafe !details.pointee.isCapturing {
      // Once for all values of the wave.
      unsafe details.pointee.isCapturing = true
      RelayCapture.lookers.wrappingAdd(1, ordering: .relaxed)
    }
    return outer
  }

  /// Stops recording reads.
  ///
  /// - Returns: The reads since ``begin(_:level:)``, which are valid until ``end(_:)``.
  func endReads() -> Reads {
    let details = unsafe details
    let frame = unsafe details.pointee.evaluation.frame
    if frame.isWatching { RelayCapture.lookers.wrappingSubtract(1, ordering: .relaxed) }
    let depth = unsafe details.pointee.evaluation.bodies.count - 1
    let isProvisional = unsafe details.pointee.evaluation.cycleHead < depth
    if unsafe details.pointee.evaluation.cycleHead == depth {
      unsafe details.pointee.evaluation.cycleHead = .max
    }
    return Reads(
      start: frame.start, knownCount: frame.knownCount,
      epoch: frame.isWatching && frame.isSettled ? frame.epoch : 0,
      isProvisional: isProvisional)
  }

  /// Removes the reads, and returns to the surrounding evaluation.
  func end(_ outer: EvaluationFrame) {
    let details = unsafe details
    let start = unsafe details.pointee.evaluation.frame.start
    unsafe details.pointee.evaluation.reads.removeLast(downTo: start)
    _ = unsafe details.pointee.evaluation.bodies.popLast()
    unsafe details.pointee.evaluation.frame = outer
  }

  /// Records that a function was found to depend on itself through other functions.
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

  /// Returns whether the innermost function depends on itself through its latest read, so that this
  /// read must not count as a dependency.
  func endsCycle() -> Bool {
    let details = unsafe details
    let last = unsafe details.pointee.evaluation.bodies.count - 1
    guard unsafe details.pointee.evaluation.cycleHead == last else { return false }
    unsafe details.pointee.evaluation.cycleHead = .max
    return true
  }

  /// Runs a closure that belongs to no derived value, and returns the dependencies that it reads.
  ///
  /// The closure reads the latest values, and may set values.
  ///
  /// - Parameters:
  ///   - id: The identity of the closure's owner.
  ///   - body: The closure.
  /// - Returns: The dependencies that it has read.
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

  /// Runs a closure that reads delivered values, and that takes connected values to be up to date.
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

  /// Stops the process if a function is already running, and so has no value.
  @inline(__always)
  private func checkNotEvaluating(_ derivation: Derivation) {
    precondition(!isEvaluating(derivation.id), "\(PharosError.cycle(at: derivation.location))")
  }

  /// The number of latest reads among which a repeated read is looked for.
  ///
  /// Often the same few cores are read again. Searching further back is not worth the time.
  static let repeatedReads = 8

  /// Records that the current evaluation depends on a core.
  @inline(__always)
  func noteDependency(on node: Node, version: ValueVersion) {
    let details = unsafe details
    let frame = unsafe details.pointee.evaluation.frame
    if frame.isWatching, !version.isSettled || !node.isSettled(since: frame.epoch) {
      unsafe details.pointee.evaluation.frame.isSettled = false
    }
    let end = unsafe details.pointee.evaluation.reads.count
    if let derivation = unsafe frame.derivation {
      let isNoted = unsafe derivation._withUnsafeGuaranteedRef {
        unsafe $0.notes(
          node, version: version.number, after: &details.pointee.evaluation.frame.knownCount,
          isNext: end == frame.start)
      }
      if isNoted { return }
    }
    var index = max(frame.start, end - Self.repeatedReads)
    while index < end {
      if unsafe details.pointee.evaluation.reads[index].node === node { return }
      index += 1
    }
    unsafe details.pointee.evaluation.reads.append(Dependency(node: node, version: version.number))
  }
}
