import Synchronization
import TaskKit
import Testing

@testable import BridgeTelemetry

@Suite struct TaskMetricsTests {
  private let registry = MetricRegistry()

  private func points(_ name: String) async -> [Metric.Point] {
    await registry.collect().first { $0.name == name }?.points ?? []
  }

  @Test func `Ends are counted by outcome, and durations of tasks that started`() async {
    let now = Mutex(ContinuousClock.now)
    let tasks = TaskMetrics(in: registry, now: { now.withLock { $0 } })
    func receive(_ state: TaskChange.State, after pause: Duration = .zero) {
      now.withLock { $0 += pause }
      tasks.receive(TaskChange(task: "Load", state: state))
    }
    receive(.scheduled)
    receive(.running)
    receive(.progress(0.5))
    receive(.succeeded, after: .seconds(2))
    receive(.running)
    receive(.cancelled, after: .seconds(3))
    receive(.skipped("paused"))

    #expect(
      await points("modularitykit.task.ends") == [
        .init(labels: ["name": "Load", "outcome": "cancelled"], value: .number(1)),
        .init(labels: ["name": "Load", "outcome": "skipped"], value: .number(1)),
        .init(labels: ["name": "Load", "outcome": "succeeded"], value: .number(1)),
      ])
    let sums = await points("modularitykit.task.duration").map { point -> Double in
      if case .histogram(let histogram) = point.value { histogram.sum } else { -1 }
    }
    #expect(sums == [3, 2])
    #expect(await points("modularitykit.task.running").map(\.value) == [.number(0)])
  }

  @Test func `Of runs at the same time, the durations add up`() async {
    let now = Mutex(ContinuousClock.now)
    let tasks = TaskMetrics(in: registry, now: { now.withLock { $0 } })
    for state in [TaskChange.State.running, .running, .succeeded, .succeeded] {
      tasks.receive(TaskChange(task: "Load", state: state))
      now.withLock { $0 += .seconds(1) }
    }
    guard case .histogram(let histogram)? = await points("modularitykit.task.duration").first?.value
    else {
      Issue.record("no histogram")
      return
    }
    #expect(histogram.sum == 4)
    #expect(histogram.count == 2)
  }

  @Test func `The tasks of a manager are counted as they run`() async throws {
    let manager = TaskManager()
    let tasks = TaskMetrics(in: registry)
    let watch = manager.watch { tasks.receive($0) }
    manager.errorHandler = { _ in }
    try manager.injectEventTask(name: "Good", event: .reserved1) { _ in }
    try manager.injectEventTask(name: "Bad", event: .reserved1) { _ in throw CancellationError() }
    await manager.trigger(.reserved1).finished()
    watch.cancel()
    let ends = await points("modularitykit.task.ends").map(\.labels)
    #expect(
      ends == [["name": "Bad", "outcome": "failed"], ["name": "Good", "outcome": "succeeded"]])
  }
}
