import TaskPlanning
import Testing

@Suite struct CriticalPathTests {
  private static let plan = TaskPlan.make(tasks: [
    task("A"), task("B", requires: ["A"]), task("C", requires: ["A"]), task("D", lane: .main),
    task("E", requires: ["B", "C"], lane: .main), task("out", requires: ["out"]),
  ])

  @Test func `The critical path is the longest chain of a plan`() {
    let path = CriticalPath(of: Self.plan, durations: [2, 3, 5, 1, 4, 100])
    #expect(path.tasks == [0, 2, 4] && path.length == 11)
    #expect(path.workOnMain == 5 && path.workOnWorkers == 10)
    #expect(path.lowerBound(workers: 1) == 11)
  }

  @Test func `Of equal chains, the critical path is the first in the order of the plan`() {
    let path = CriticalPath(of: Self.plan, durations: [1, 1, 1, 3, 1, 1])
    #expect(path.tasks == [0, 1, 4])
  }

  @Test func `Tasks that suspend bound a run by their chain, and keep no worker busy`() {
    let plan = TaskPlan.make(tasks: [task("A"), task("B"), task("C"), task("D")])
    let path = CriticalPath(of: plan, durations: [10, 20, 30, 5], suspended: [0, 1, 2])
    #expect(path.workOnWorkers == 5)
    #expect(path.lowerBound(workers: 1) == 30)
    #expect(CriticalPath(of: plan, durations: [10, 20, 30, 5]).lowerBound(workers: 1) == 65)
  }

  @Test func `Very large durations do not overflow`() {
    let plan = TaskPlan.make(tasks: [task("A"), task("B", requires: ["A"]), task("C")])
    let path = CriticalPath(of: plan, durations: [.max, .max, -7])
    #expect(path.length == .max && path.workOnWorkers == .max)
    #expect(path.lowerBound(workers: 2) == .max)
  }

  @Test func `No order of a plan is shorter than its lower bound`() {
    for seed in 0..<100 {
      var random = RandomTasks(seed: UInt64(seed))
      let count = random.number(in: 1...5)
      let plan = TaskPlan.make(
        tasks: random.tasks(count, isAcyclic: true).map {
          var task = $0
          task.lane = .workers
          return task
        })
      let durations = (0..<count).map { _ in random.number(in: 1...4) }
      let workers = random.number(in: 1...3)
      let path = CriticalPath(of: plan, durations: durations)
      let best = Self.best(plan, durations, workers: workers)
      #expect(path.lowerBound(workers: workers) <= best, "\(seed)")
      // Without a limit of workers, the critical path is all that bounds a run.
      #expect(Self.best(plan, durations, workers: count) == path.length, "\(seed)")
    }
  }

  /// The duration of the shortest run, found by trying all orders.
  private static func best(_ plan: TaskPlan, _ durations: [Int], workers: Int) -> Int {
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
        let end = max(free[0], times.max() ?? 0) + durations[task]
        ends[task] = end
        free[0] = end
        return best(ends, free)
      }.min() ?? 0
    }
    return best(plan.tasks.map { _ in nil }, Array(repeating: 0, count: workers))
  }
}
