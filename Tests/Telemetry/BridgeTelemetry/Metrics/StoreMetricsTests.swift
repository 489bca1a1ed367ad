import TaskStore
import Testing

@testable import BridgeTelemetry

@Suite struct StoreMetricsTests {
  private func points(_ metrics: [Metric], _ name: String) -> [Metric.Point] {
    metrics.first { $0.name == name }?.points ?? []
  }

  @Test func `Jobs are counted by queue and state`() async throws {
    let (manager, store) = (TaskManager(), SQLiteStore.memory())
    try await manager.use(store, lease: .seconds(600))
    _ = try await store.enqueue(
      (1...3).map { NewJob(name: "Send", queue: "mail", payload: "\($0)") })
    try await store.setPaused(true, queue: "mail")
    let metrics = await StoreMetrics.collect(manager)
    let jobs = points(metrics, "modularitykit.queue.jobs")
    #expect(jobs.count == JobRecord.State.all.count)
    #expect(
      jobs.contains(.init(labels: ["queue": "mail", "state": "waiting"], value: .number(3))))
    #expect(jobs.contains(.init(labels: ["queue": "mail", "state": "failed"], value: .number(0))))
    #expect(
      points(metrics, "modularitykit.queue.paused") == [
        .init(labels: ["queue": "mail"], value: .number(1))
      ])
    #expect(points(metrics, "modularitykit.store.up").map(\.value) == [.number(1)])
  }

  @Test func `Open publications and held order keys are counted`() async throws {
    let (manager, store) = (TaskManager(), SQLiteStore.memory())
    try await manager.use(store, lease: .seconds(600))
    let job = NewJob(
      name: "metrics.Send", queue: "metrics.mail", payload: "1", maximumAttempts: 3,
      tags: ["event:metrics.placed"], orderKey: "ann")
    let ids = try await store.enqueue([job, job]).map(\.id)
    let queue = ClaimableQueue(name: "metrics.mail", room: 1)
    let claim = try #require(
      try await store.claim(["metrics.Send"], in: [queue], as: "test", for: .seconds(600)).claims
        .first)
    #expect(claim.id == ids[0])
    _ = try await store.complete([
      JobCompletion(
        claim: claim, outcome: .retry(after: .seconds(600), detail: "no connection"))
    ])
    let metrics = await StoreMetrics.collect(manager)
    let labels = ["event": "metrics.placed", "job": "metrics.Send"]
    let open = labels.merging(["state": "open"]) { $1 }
    #expect(
      points(metrics, "modularitykit.event.publications")
        .contains(.init(labels: open, value: .number(2))))
    #expect(
      points(metrics, "modularitykit.order.held") == [
        .init(labels: ["job": "metrics.Send"], value: .number(1))
      ])
  }

  @Test func `Without a store there are no metrics of one`() async {
    #expect(await StoreMetrics.collect(TaskManager()).isEmpty)
  }
}
