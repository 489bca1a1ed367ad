import TaskPlanning
import Testing

/// Forecasts of tasks that suspend, which keep no worker busy.
@Suite struct SuspendedForecastTests {
  private func plan(_ tasks: [PlannedTask]) -> TaskPlan { .make(tasks: tasks, policy: .skip) }

  @Test func `Suspended tasks run concurrently on one worker, which is free meanwhile`() {
    let plan = plan([task("a"), task("b"), task("c"), task("d")])
    let weights = TaskWeights(plan, durations: [10, 20, 30, 5])
    let forecast = TaskForecast(plan, weights: weights, workers: 1, suspended: [0, 1, 2])
    #expect(forecast.makespan == 30)
    #expect(forecast.runs.map(\.start) == [0, 0, 0, 0])
    #expect(forecast.busyOnWorkers == [5])
    #expect(forecast.runs.compactMap(\.worker) == [0])
    #expect(forecast.lowerBound == 30)
  }

  @Test func `Suspending tasks need a worker to begin`() {
    let plan = plan([task("busy"), task("suspends")])
    let weights = TaskWeights(plan, durations: [10, 4])
    let forecast = TaskForecast(plan, weights: weights, workers: 1, suspended: [1])
    #expect(forecast.runs.map(\.task) == [0, 1])
    #expect(forecast.runs.map(\.start) == [0, 10])
    #expect(forecast.makespan == 14)
  }

  @Test func `The end of a suspended task does not free the main lane`() {
    let plan = plan([
      task("main", lane: .main), task("suspends"), task("next", lane: .main),
    ])
    let weights = TaskWeights(plan, durations: [10, 3, 2])
    let forecast = TaskForecast(plan, weights: weights, workers: 1, suspended: [1])
    #expect(forecast.runs.first { $0.task == 2 }?.start == 10)
    #expect(forecast.busyOnMain == 12)
  }
}
