/// When each task of a plan would run if nothing got in its way.
package struct TaskForecast: Sendable, Hashable {
  /// One task's time.
  package struct Run: Sendable, Hashable {
    package let task: Int

    /// Which worker runs it, from 0 on; nil on the main lane, and for one that
    /// suspends.
    package let worker: Int?

    package let start: Int
    package let end: Int

    package init(task: Int, worker: Int?, start: Int, end: Int) {
      self.task = task
      self.worker = worker
      self.start = start
      self.end = end
    }
  }

  /// The tasks in the order in which they begin.
  package let runs: [Run]

  /// The number of workers beside the main lane.
  package let workers: Int

  /// When the last task ends.
  package let makespan: Int

  /// The time for which the main lane works.
  package let busyOnMain: Int

  /// The time for which each worker works.
  package let busyOnWorkers: [Int]

  /// The shortest duration that any run can reach.
  package let lowerBound: Int

  /// The time for which workers have nothing to do before the last task ends, together.
  package var idle: Int { busyOnWorkers.reduce(0) { $0 + (makespan - $1) } }

  /// The fraction of their time that workers work, from 0 to 1; 0 if there is no time.
  package var utilisation: Double {
    guard makespan > 0 else { return 0 }
    let busy = busyOnWorkers.reduce(0.0) { $0 + Double($1) }
    return busy / (Double(makespan) * Double(workers))
  }

  /// Runs a plan in thought.
  ///
  /// Whenever something ends, everything that ends at that moment ends; then the main
  /// lane and the idle workers, the lowest first, take what they would take in
  /// earnest.
  ///
  /// - Parameters:
  ///   - plan: What runs.
  ///   - weights: How long tasks take, and which of them are the most important.
  ///   - workers: How many tasks can run at a time beside the main lane.
  ///   - suspended: The tasks for workers that suspend: a worker begins them, and is
  ///     free at once for others.
  /// - Complexity: O((*n* + *e*) · log *n*) for *n* tasks and *e* edges.
  package init(
    _ plan: TaskPlan, weights: TaskWeights, workers: Int, suspended: Set<Int> = []
  ) {
    precondition(workers > 0, "A plan needs at least one worker.")
    // More workers than tasks would only stand about.
    var simulation = Simulation(
      plan, weights, workers: min(workers, max(1, plan.order.count)), suspended: suspended)
    simulation.run()
    runs = simulation.runs
    self.workers = workers
    makespan = simulation.now
    busyOnMain = simulation.busyOnMain
    busyOnWorkers =
      simulation.busyOnWorkers
      + Array(repeating: 0, count: workers - simulation.busyOnWorkers.count)
    lowerBound = weights.lowerBound(workers: workers, suspended: suspended)
  }
}

/// A run in which only time passes.
private struct Simulation {
  private var execution: TaskExecution
  private let durations: [Int]
  private let suspended: Set<Int>

  private(set) var runs: [TaskForecast.Run] = []
  private(set) var now = 0
  private(set) var busyOnMain = 0
  private(set) var busyOnWorkers: [Int]

  private var running = RunningTasks()
  private var mainIsIdle = true
  private var idleWorkers: RankedSet

  init(_ plan: TaskPlan, _ weights: TaskWeights, workers: Int, suspended: Set<Int>) {
    self.suspended = suspended
    execution = TaskExecution(plan, weights: weights)
    durations = weights.durations
    busyOnWorkers = Array(repeating: 0, count: workers)
    idleWorkers = RankedSet(capacity: workers)
    for worker in 0..<workers { idleWorkers.insert(worker) }
    runs.reserveCapacity(plan.order.count)
  }

  mutating func run() {
    begin()
    while let next = running.first {
      now = next.end
      while let ended = running.first, ended.end == now {
        running.removeFirst()
        if let worker = ended.worker {
          idleWorkers.insert(worker)
        } else if execution.plan.tasks[ended.task].lane == .main {
          mainIsIdle = true
        }
        // No worker is woken: all idle ones look for tasks by themselves.
        _ = execution.finish(ended.task, .succeeded)
      }
      begin()
    }
  }

  /// Gives work to all who have none.
  private mutating func begin() {
    if mainIsIdle, let task = execution.take(.main) {
      mainIsIdle = false
      busyOnMain += begin(task, on: nil)
    }
    while execution.readyCount(.workers) > 0, let worker = idleWorkers.popFirst(),
      let task = execution.take(.workers)
    {
      if suspended.contains(task) {
        idleWorkers.insert(worker)
        _ = begin(task, on: nil)
      } else {
        busyOnWorkers[worker] += begin(task, on: worker)
      }
    }
  }

  /// Begins a task, and gives back how long it takes before the end of time.
  private mutating func begin(_ task: Int, on worker: Int?) -> Int {
    let (sum, isTooLarge) = now.addingReportingOverflow(durations[task])
    let run = TaskForecast.Run(
      task: task, worker: worker, start: now, end: isTooLarge ? .max : sum)
    runs.append(run)
    running.insert(run)
    return run.end - run.start
  }
}

/// A heap of the running tasks, the earliest end first.
private struct RunningTasks {
  private var heap: [TaskForecast.Run] = []

  var first: TaskForecast.Run? { heap.first }

  mutating func insert(_ run: TaskForecast.Run) {
    var index = heap.count
    heap.append(run)
    while index > 0 {
      let parent = (index - 1) / 2
      guard Self.isEarlier(heap[index], heap[parent]) else { return }
      heap.swapAt(index, parent)
      index = parent
    }
  }

  mutating func removeFirst() {
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    var index = 0
    while true {
      var earliest = index
      for child in [2 * index + 1, 2 * index + 2]
      where child < heap.count && Self.isEarlier(heap[child], heap[earliest]) {
        earliest = child
      }
      guard earliest != index else { return }
      heap.swapAt(index, earliest)
      index = earliest
    }
  }

  private static func isEarlier(_ one: TaskForecast.Run, _ other: TaskForecast.Run) -> Bool {
    (one.end, one.task) < (other.end, other.task)
  }
}
