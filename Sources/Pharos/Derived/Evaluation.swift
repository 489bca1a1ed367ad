import Synchronization

/// What a thread knows of the derived values that it computes.
struct Evaluation {
  /// What has been read so far, that of inner evaluations last.
  var reads: ContiguousArray<Dependency> = []
  /// The functions that run, each called by the one before.
  var bodies: ContiguousArray<ObjectIdentifier> = []
  /// Where the reads of the innermost begin.
  var start = 0
  /// Whether the values wanted are those that have been delivered, which is so
  /// while a change is.
  var isDelivering = false
  /// The level of the one that is part of the present change.
  var level = Int.max
  /// Which search for values that are out of date is on, or 0.
  var pass: UInt64 = 0
}

extension DeliveryThread {
  /// Whether a derived value is being computed.
  var isEvaluating: Bool { unsafe !details.pointee.evaluation.bodies.isEmpty }

  /// Whether a function calls others so deeply that it is time to spare the stack.
  var isDeepInEvaluation: Bool { unsafe details.pointee.evaluation.bodies.count > 64 }

  /// Whether a function is being run.
  func isEvaluating(_ body: ObjectIdentifier) -> Bool {
    unsafe details.pointee.evaluation.bodies.contains(body)
  }

  /// Computes a derived value and notes what it is computed from.
  ///
  /// - Parameters:
  ///   - body: What computes it.
  ///   - level: Its level, if it is part of the change that is being delivered.
  ///   - take: Is given the value, and the index from which on the thread's reads are
  ///     those of this evaluation.
  func evaluate<Value>(
    _ body: DerivedBody<Value>, level: Int?, take: (Value, Int) -> Void
  ) {
    let details = unsafe details
    let id = ObjectIdentifier(body)
    refuseCircle(id, at: body.place)
    let outer = unsafe (
      details.pointee.evaluation.start, details.pointee.evaluation.isDelivering,
      details.pointee.evaluation.level
    )
    let start = unsafe details.pointee.evaluation.reads.count
    unsafe details.pointee.evaluation.bodies.append(id)
    unsafe details.pointee.evaluation.start = start
    if let level {
      unsafe details.pointee.evaluation.isDelivering = true
      // One that is computed before its turn may find others that are not up to date.
      unsafe details.pointee.evaluation.level = min(level, outer.2)
    }
    RelayCapture.lookers.wrappingAdd(1, ordering: .relaxed)
    let value = body.compute()
    RelayCapture.lookers.wrappingSubtract(1, ordering: .relaxed)
    take(value, start)
    unsafe details.pointee.evaluation.reads.removeSubrange(start...)
    unsafe details.pointee.evaluation.bodies.removeLast()
    unsafe (
      details.pointee.evaluation.start, details.pointee.evaluation.isDelivering,
      details.pointee.evaluation.level
    ) = outer
  }

  /// Stops the process if a function is run because of itself.
  func refuseCircle(_ body: ObjectIdentifier, at place: RelayOrigin) {
    precondition(
      !isEvaluating(body),
      """
      \(place): this derived value depends on itself, so that it has no value. Take what it reads \
      of itself out of its function.
      """)
  }

  /// Notes that the present evaluation depends on a core.
  func noteDependency(on node: Node, version: UInt) {
    let details = unsafe details
    let end = unsafe details.pointee.evaluation.reads.count
    // Often the same few are read again; more than that is not worth the search.
    var index = unsafe max(details.pointee.evaluation.start, end - 8)
    while index < end {
      if unsafe details.pointee.evaluation.reads[index].node === node { return }
      index += 1
    }
    unsafe details.pointee.evaluation.reads.append(Dependency(node: node, version: version))
  }
}

extension Core {
  /// The value for the evaluation that reads it, and its version; one that no value
  /// has if it is not the latest.
  func reading(delivered: Bool) -> (value: Value, version: UInt) {
    var reading: (value: Value, version: UInt)?
    lock.withLock { state in
      if delivered, let old = state.queued.first?.change.old ?? state.held?.change.old {
        reading = (old, .max)
      } else {
        reading = (state.value, state.version)
      }
    }
    return reading!
  }
}
