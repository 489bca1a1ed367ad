import TaskStore
import Testing

@testable import BridgeTelemetry

@Suite struct StoreMetricsTests {
  private func points(_ metrics: [Metric], _ name: String) -> [Metric.Point] {
    metrics.first { $0.name == name }?.points ?? []
  }

  @Test func `Jobs are counted by queue and state`() async throws {
    let (manager, store) = (TaskManager(), MemoryStore())
    try await manager.use(store, lease: .seconds(600))
    _ = store.enqueue((1...3).map { NewJob(name: "Send", queue: "mail", payload: "\($0)") })
    store.setPaused(true, queue: "mail")
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

  @Test func `Without a store there are no metrics of one`() async {
    #expect(await StoreMetrics.collect(TaskManager()).isEmpty)
  }
}
