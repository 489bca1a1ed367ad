import BenchmarkHarness
import Dispatch
import SectionRegistry
@_spi(Benchmarks) import TaskKit
import TaskPlanning

#record("bnch", key: "TaskKit: plan, 10,000 dependencies") {
  Benchmark(targets: [.time(atMost: .nanoseconds(300))], countedIterations: 20) {
    Comparison(planning(tasks: 2_500))
  }
}

#record("bnch", key: "TaskKit: plan, 1,000,000 dependencies") {
  Benchmark(
    targets: [.time(atMost: .nanoseconds(300)), .ratio(atMost: 1.2)],
    besideBenchmark: "TaskKit: plan, 10,000 dependencies", isOnlyTimed: true
  ) {
    Comparison(planning(tasks: 250_000))
  }
}

#record("bnch", key: "TaskKit: run 100,000 tasks, each after the one before") {
  Benchmark(targets: [.ratio(atMost: 1.5)], isOnlyTimed: true) {
    Comparison(try running(after: { $0 == 0 ? nil : $0 - 1 }), baseline: dispatching())
  }
}

#record("bnch", key: "TaskKit: run 100,000 tasks, all after the first") {
  Benchmark(targets: [.ratio(atMost: 1.5)], isOnlyTimed: true) {
    Comparison(try running(after: { $0 == 0 ? nil : 0 }), baseline: dispatching())
  }
}

#record("bnch", key: "TaskKit: run 100,000 tasks, two after each") {
  Benchmark(targets: [.ratio(atMost: 1.5)], isOnlyTimed: true) {
    Comparison(try running(after: { $0 == 0 ? nil : ($0 - 1) / 2 }), baseline: dispatching())
  }
}

#record("bnch", key: "TaskKit: run 10,000 asynchronous tasks") {
  // Four for each task, and some for the run.
  Benchmark(targets: [.ratio(atMost: 1), .mallocs(atMost: 4.05)], isOnlyTimed: true) {
    Comparison(try runningAsynchronous(), baseline: addingToGroup())
  }
}

#record("bnch", key: "TaskKit: run 100,000 tasks of the main actor") {
  Benchmark(targets: [.ratio(atMost: 5)], countedIterations: 2) {
    Comparison(try runningOnMain(), baseline: countingOnMain())
  }
}

private let taskCount = 100_000
private let asynchronousCount = 10_000

/// Runs empty tasks for workers, each after the one that is said; the plan is made by the
/// first run.
private func running(after dependency: (Int) -> Int?) throws -> Work {
  let manager = TaskManager()
  for task in 0..<taskCount {
    try manager.injectEventTask(
      name: "task\(task)", event: .reserved1,
      dependencies: dependency(task).map { ["task\($0)"] } ?? [], traits: [.concurrent]
    ) { _ in }
  }
  return Work(operationsPerIteration: taskCount) { iterations in
    for _ in 0..<iterations { try await manager.run(.reserved1) }
  }
}

/// Runs empty tasks of the main actor, from where they run at once, each after the one
/// before it.
private func runningOnMain() throws -> Work {
  // Reading the system's clock is not measured.
  let manager = TaskManager(clock: StandingClock())
  for task in 0..<taskCount {
    try manager.injectEventTask(
      name: "task\(task)", event: .reserved1, dependencies: task == 0 ? [] : ["task\(task - 1)"]
    ) { _ in }
  }
  return Work(operationsPerIteration: taskCount) { iterations in
    for _ in 0..<iterations {
      guard manager.trigger(.reserved1).isFinished else {
        throw BenchmarkError.preparationFailed("This does not run on the main actor.")
      }
    }
  }
}

/// The same by hand: closures of the main actor that are called
/// there when a counter of what each waits for comes to zero.
private func countingOnMain() -> Work {
  let closures = (0..<taskCount).map { task in { @MainActor () throws in blackHole(task) } }
  let dependents = (0..<taskCount).map { $0 + 1 < taskCount ? [$0 + 1] : [] }
  let counts = (0..<taskCount).map { $0 == 0 ? 0 : 1 }
  return Work(operationsPerIteration: taskCount) { iterations in
    for _ in 0..<iterations { try await callInOrder(closures, dependents, counts) }
  }
}

@MainActor
private func callInOrder(
  _ closures: [@MainActor () throws -> Void], _ dependents: [[Int]], _ counts: [Int]
) throws {
  var counts = counts
  var ready = counts.indices.filter { counts[$0] == 0 }
  while let task = ready.popLast() {
    try closures[task]()
    for dependent in dependents[task] {
      counts[dependent] -= 1
      if counts[dependent] == 0 { ready.append(dependent) }
    }
  }
}

/// What any engine must do at least: give a closure to a queue, and call it there.
private func dispatching() -> Work {
  let queue = DispatchQueue(label: "TaskKitBenchmarks")
  return Work(operationsPerIteration: taskCount) { iterations in
    for _ in 0..<iterations {
      for _ in 0..<taskCount { queue.async {} }
      await withCheckedContinuation { continuation in
        queue.async { continuation.resume() }
      }
    }
  }
}

private func runningAsynchronous() throws -> Work {
  let manager = TaskManager()
  for task in 0..<asynchronousCount {
    try manager.injectEventTask(name: "task\(task)", event: .reserved1) {
      (_: TaskContext) async in
    }
  }
  return Work(operationsPerIteration: asynchronousCount) { iterations in
    for _ in 0..<iterations { try await manager.run(.reserved1) }
  }
}

private func addingToGroup() -> Work {
  Work(operationsPerIteration: asynchronousCount) { iterations in
    for _ in 0..<iterations {
      await withTaskGroup { group in
        for _ in 0..<asynchronousCount { group.addTask {} }
      }
    }
  }
}

/// Plans tasks of which each requires four others; an operation is a task or a
/// dependency.
private func planning(tasks count: Int) -> Work {
  let tasks = plannedTasks(count)
  let size = tasks.reduce(count) { $0 + $1.requires.count }
  return Work.onThread(operationsPerIteration: size) { iterations in
    for _ in 0..<iterations {
      let plan = TaskPlan.make(tasks: tasks)
      blackHole(plan.order.count)
    }
  }
}

/// Makes tasks of which each but the first requires up to four that were declared before it.
private func plannedTasks(_ count: Int) -> [PlannedTask] {
  (0..<count).map { task in
    // Anywhere before it, and differently far.
    let required = Set((0..<4).map { (task &* 7_919 &+ $0 &* 104_729) % max(1, task) })
    return PlannedTask(
      name: "task\(task)", priority: task % 4,
      requires: task == 0 ? [] : required.sorted().map { "task\($0)" },
      lane: task % 8 == 0 ? .main : .workers,
      location: CodeLocation(fileID: "Shop/Tasks.swift", line: task))
  }
}

/// A clock on which no time passes.
private struct StandingClock: Clock {
  var now: ContinuousClock.Instant { start }
  var minimumResolution: Duration { .nanoseconds(1) }
  private let start = ContinuousClock.now

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {}
}
