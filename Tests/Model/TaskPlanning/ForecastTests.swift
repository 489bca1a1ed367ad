import TaskPlanning
import Testing

@Suite struct ForecastTests {
  private static let plan = TaskPlan.make(tasks: [
    task("A"), task("B", requires: ["A"]), task("C", requires: ["A"]), task("D", lane: .main),
    task("E", requires: ["B", "C"], lane: .main), task("out", requires: ["out"]),
  ])

  @Test func `A longest path of the plan is computed with its tasks`() {
    let weights = TaskWeights(Self.plan, durations: [2, 3, 5, 1, 4, 100])
    #expect(weights.remaining == [11, 7, 9, 1, 4, 0])
    #expect(weights.criticalPath == [0, 2, 4] && weights.criticalLength == 11)
    #expect(weights.workOnMain == 5 && weights.workOnWorkers == 10)
    #expect(weights.lowerBound(workers: 1) == 11)
    #expect(TaskWeights(Self.plan).criticalLength == 3)
  }

  @Test func `The duration of a plan is forecast`() {
    let weights = TaskWeights(Self.plan, durations: [2, 3, 5, 1, 4, 100])
    let two = TaskForecast(Self.plan, weights: weights, workers: 2)
    #expect(two.makespan == 11 && two.lowerBound == 11)
    #expect(two.runs.map(\.task) == [3, 0, 2, 1, 4])
    #expect(two.runs.map(\.start) == [0, 0, 2, 2, 7])
    #expect(two.runs.map(\.worker) == [nil, 0, 0, 1, nil])
    #expect(two.busyOnMain == 5 && two.busyOnWorkers == [7, 3])
    #expect(two.idle == 12 && two.utilisation == 10 / 22)
    let one = TaskForecast(Self.plan, weights: weights, workers: 1)
    #expect(one.makespan == 14)
    let many = TaskForecast(Self.plan, weights: weights, workers: 1_000)
    #expect(many.makespan == 11 && many.busyOnWorkers.count == 1_000)
  }

  @Test func `Very large durations do not overflow`() {
    let plan = TaskPlan.make(tasks: [task("A"), task("B", requires: ["A"]), task("C")])
    let weights = TaskWeights(plan, durations: [.max, .max, -7])
    #expect(weights.criticalLength == .max && weights.durations[2] == 0)
    #expect(TaskForecast(plan, weights: weights, workers: 2).makespan == .max)
  }

  @Test(arguments: 0..<3)
  func `A forecast equals a simulated run`(part: UInt64) {
    for seed in part * 300..<(part + 1) * 300 {
      var random = RandomTasks(seed: seed)
      let count = random.number(in: 1...10)
      let plan = TaskPlan.make(tasks: random.tasks(count, isAcyclic: true))
      let weights = TaskWeights(
        plan, durations: (0..<count).map { _ in random.number(in: 0...4) })
      let workers = random.number(in: 1...4)
      let forecast = TaskForecast(plan, weights: weights, workers: workers)
      let comment = Comment("seed \(seed)")
      let expected = Self.stepByStep(plan, weights, workers: workers)
      #expect(forecast.runs == expected, comment)
      #expect(forecast.makespan == expected.map(\.end).max() ?? 0, comment)
      #expect(forecast.makespan >= forecast.lowerBound, comment)
      #expect((0...1).contains(forecast.utilisation), comment)
      #expect(forecast.idle + weights.workOnWorkers == forecast.makespan * workers, comment)
    }
  }

  /// Lets time pass unit by unit.
  private static func stepByStep(
    _ plan: TaskPlan, _ weights: TaskWeights, workers: Int
  ) -> [TaskForecast.Run] {
    var reference = ExecutionReference(plan, weights)
    var runs: [TaskForecast.Run] = []
    var now = 0
    func running(_ reference: ExecutionReference) -> [TaskForecast.Run] {
      runs.filter { reference.states[$0.task] == .running }
    }
    while true {
      let places: [(lane: TaskLane, worker: Int?)] =
        [(.main, nil)] + (0..<workers).map { (.workers, $0) }
      for (lane, worker) in places
      where !running(reference).contains(where: { $0.worker == worker }) {
        guard let task = reference.take(lane) else { continue }
        runs.append(
          .init(task: task, worker: worker, start: now, end: now + weights.durations[task]))
      }
      guard !running(reference).isEmpty else { return runs }
      var ended = running(reference).filter { $0.end <= now }
      while ended.isEmpty {
        now += 1
        ended = running(reference).filter { $0.end <= now }
      }
      for run in ended { reference.finish(run.task, .succeeded) }
    }
  }

  @Test func `A forecast is at least the optimum, and less than twice of it`() {
    for seed in 0..<100 {
      var random = RandomTasks(seed: UInt64(seed))
      let count = random.number(in: 1...5)
      let plan = TaskPlan.make(
        tasks: random.tasks(count, isAcyclic: true).map {
          var task = $0
          task.lane = .workers
          return task
        })
      let weights = TaskWeights(
        plan, durations: (0..<count).map { _ in random.number(in: 1...4) })
      let workers = random.number(in: 1...3)
      let forecast = TaskForecast(plan, weights: weights, workers: workers)
      let best = Self.best(plan, weights, workers: workers)
      #expect(forecast.lowerBound <= best && best <= forecast.makespan, "\(seed)")
      #expect(forecast.makespan * workers <= best * (2 * workers - 1), "\(seed)")
    }
  }

  /// The makespan of the best run, found by trying all orders.
  private static func best(_ plan: TaskPlan, _ weights: TaskWeights, workers: Int) -> Int {
    func best(_ ends: [Int?], _ free: [Int]) -> Int {
      let open = plan.tasks.indices.filter { ends[$0] == nil }
      guard !open.isEmpty else { return ends.compactMap(\.self).max() ?? 0 }
      return open.compactMap { task -> Int? in
        let earlier = plan.tasks.indices.filter { other in
          plan.edges.all(of: other).contains { Int(plan.edges.targets[$0]) == task }
        }
        let times = earlier.compactMap { ends[$0] }
        guard times.count == earlier.count else { return nil }
        var (ends, free) = (ends, free.sorted())
        let end = max(free[0], times.max() ?? 0) + weights.durations[task]
        ends[task] = end
        free[0] = end
        return best(ends, free)
      }.min() ?? 0
    }
    return best(plan.tasks.map { _ in nil }, Array(repeating: 0, count: workers))
  }
}
