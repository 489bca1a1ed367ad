// Flows: jobs that come after each other.
extension Jobs {
  /// Stores the steps of a flow, all of them or none.
  ///
  /// - Returns: The identifiers.
  /// - Throws: A ``TaskStoreError`` if there is no store, the steps have a cycle or one that is
  ///   missing, a step has no such job or a payload of another type, or if its unique key is
  ///   another job's; or an error of the store.
  @discardableResult
  public func enqueue(_ flow: Flow) async throws -> EnqueuedFlow {
    let work = try work(at: flow.location)
    let plan = try flow.plan()
    let steps = try plan.map { planned in
      NewFlow.Step(
        planned.step.name, try planned.step.makeJob(self, work), after: planned.after)
    }
    let ids = try await work.store.enqueue(NewFlow(flow.name, steps))
    work.worker.wake()
    return EnqueuedFlow(
      id: ids[0], name: flow.name,
      steps: Dictionary(zip(steps.map(\.name), ids), uniquingKeysWith: { first, _ in first }))
  }

  /// Waits until all steps of a flow have ended, and returns their records in order.
  ///
  /// - Throws: A `CancellationError` if the task is cancelled.
  public func end(of flow: EnqueuedFlow) async throws -> [JobRecord] {
    var latest: [JobRecord] = []
    await follow(.flow(flow.id)) { latest = $0 }
    try Task.checkCancellation()
    return latest.reversed()
  }

  /// Stores the steps of a flow, all of them or none.
  @discardableResult
  public static func enqueue(_ flow: Flow) async throws -> EnqueuedFlow {
    try await shared.enqueue(flow)
  }

  /// Waits until all steps of a flow have ended, and returns their records in order.
  public static func end(of flow: EnqueuedFlow) async throws -> [JobRecord] {
    try await shared.end(of: flow)
  }
}

extension JobFilter {
  /// All steps of a flow.
  public static func flow(_ id: JobID) -> JobFilter { JobFilter(flow: id, limit: .max) }
}
