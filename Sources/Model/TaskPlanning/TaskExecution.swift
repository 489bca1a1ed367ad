/// A run of a plan as a value, which knows the tasks that may start and the effects of each end.
///
/// It has no threads and no clock. Its caller takes tasks, runs them, and reports their ends. The
/// result of a report is the number of tasks that became ready, for other workers. A normal run
/// allocates no memory.
package struct TaskExecution: Sendable {
  /// The state of a task in a run.
  package enum State: UInt8, Sendable, Hashable, CaseIterable {
    /// The task waits for others.
    case waiting
    /// The task may start.
    case ready
    /// The task was taken and has not ended.
    case running
    case succeeded
    case failed
    /// The task did not run, or decided not to.
    case skipped
    /// The task was cancelled before or during its run.
    case cancelled
    /// The plan does not run the task.
    case leftOut

    /// A Boolean value that indicates whether the state is final.
    package var isOver: Bool {
      switch self {
      case .waiting, .ready, .running: false
      case .succeeded, .failed, .skipped, .cancelled, .leftOut: true
      }
    }
  }

  /// The reason why a task did not do its work.
  package enum Reason: Sendable, Hashable {
    /// The task itself gave this reason.
    case own(String)
    /// The task itself was cancelled.
    case cancelled
    /// The task requires the first of these tasks.
    ///
    /// The second one was the origin, and both may be the same.
    case requires(Int, origin: Int)
    /// This task failed, and no further tasks start.
    case aborted(by: Int)
  }

  /// The effects of a task that ended or was cancelled.
  package struct Effect: Sendable, Hashable {
    /// The number of tasks of the main lane that have become ready.
    package internal(set) var readyOnMain = 0

    /// The number of tasks for workers that have become ready.
    package internal(set) var readyOnWorkers = 0

    /// The tasks that will not run as a consequence, in the order in which this was determined.
    package internal(set) var ended: [Int] = []
  }

  /// The plan of the run.
  package let plan: TaskPlan

  /// The state of each task.
  package internal(set) var states: [State]

  /// The task whose failure has aborted the run, or `nil`.
  package internal(set) var abortedBy: Int?

  /// The number of tasks that have not finished.
  package internal(set) var unfinishedCount: Int

  /// The number of tasks for which each task still waits.
  var pending: [Int32]
  /// The ready tasks of the main lane, by their position in the plan.
  package internal(set) var readyMain: RankedSet
  /// The ready tasks for workers, by their position among the preferred ones.
  package internal(set) var readyWorkers: RankedSet
  /// The ready tasks that need no free worker, by their position among the preferred ones.
  package internal(set) var readyAtOnce: RankedSet
  /// For each task, whether it can start without a free worker.
  ///
  /// The array is empty if none can.
  let needsNoWorker: [Bool]
  /// The reasons why tasks did not do their work.
  var reasons: [Int: Reason] = [:]

  /// Creates a run.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - needsNoWorker: For each task outside the main lane, whether it needs no free worker. The
  ///     array is empty if all need one.
  /// - Complexity: Linear in tasks.
  package init(_ plan: TaskPlan, needsNoWorker: [Bool] = []) {
    self.plan = plan
    states = Array(repeating: .leftOut, count: plan.tasks.count)
    pending = plan.inDegrees
    unfinishedCount = plan.order.count
    readyMain = RankedSet(capacity: plan.order.count)
    readyWorkers = readyMain
    readyAtOnce = needsNoWorker.isEmpty ? RankedSet(capacity: 0) : readyMain
    self.needsNoWorker = needsNoWorker
    for task in plan.order {
      states[task] = .waiting
      if pending[task] == 0 { makeReady(task) }
    }
  }

  /// A Boolean value that indicates whether all tasks have finished.
  package var isOver: Bool { unfinishedCount == 0 }

  /// Returns the number of tasks of a lane that may start now.
  package func readyCount(_ lane: TaskLane) -> Int {
    switch lane {
    case .main: readyMain.count
    case .workers: readyWorkers.count
    }
  }

  /// Takes the next task of a lane, to run it.
  ///
  /// The main lane takes the first task of the plan. Workers prefer tasks with the longest chain of
  /// dependents, then with the highest priority, then the first declared one. The caller ensures
  /// that the main lane runs one task at a time.
  ///
  /// - Returns: The task, or `nil` if none is ready.
  package mutating func take(_ lane: TaskLane) -> Int? {
    let task: Int
    switch lane {
    case .main:
      guard let position = readyMain.popFirst() else { return nil }
      task = plan.order[position]
    case .workers:
      guard let place = readyWorkers.popFirst() else { return nil }
      task = Int(plan.preferred[place])
    }
    states[task] = .running
    return task
  }

  /// Takes all tasks that may start without a worker, starting with the most important one.
  package mutating func takeAllAtOnce() -> [Int] {
    var tasks: [Int] = []
    while let place = readyAtOnce.popFirst() {
      let task = Int(plan.preferred[place])
      states[task] = .running
      tasks.append(task)
    }
    return tasks
  }

  /// Lets a worker take a running task that needs a worker now, in its order among the ready tasks.
  package mutating func callWorker(for task: Int) {
    readyWorkers.insert(Int(plan.places[task]))
  }

  /// Prevents workers from taking such a task.
  package mutating func dismissWorker(of task: Int) {
    readyWorkers.remove(Int(plan.places[task]))
  }

  /// Records the end of a task that was taken.
  ///
  /// - Complexity: Linear in the tasks that depend on it and the tasks that end with it.
  package mutating func finish(_ task: Int, _ outcome: ExecutionOutcome) -> Effect {
    precondition(
      states[task] == .running,
      "Task '\(plan.tasks[task].name)' is \(states[task]): finish each started task once.")
    var effect = Effect()
    switch outcome {
    case .succeeded:
      end(task, .succeeded)
      release(plan.edges.all(of: task), &effect)
    case .failed(.goOn):
      end(task, .failed)
      release(plan.edges.all(of: task), &effect)
    case .failed(.skipDependents):
      end(task, .failed)
      endDependents(of: task, with: .skipped, &effect)
    case .failed(.abort):
      end(task, .failed)
      abort(by: task, &effect)
    case .skipped(let reason):
      end(task, .skipped)
      reasons[task] = .own(reason)
      endDependents(of: task, with: .skipped, &effect)
    case .cancelled:
      end(task, .cancelled)
      reasons[task] = .cancelled
      endDependents(of: task, with: .cancelled, &effect)
    }
    return effect
  }

  /// Records the success of a task that was taken.
  ///
  /// - Complexity: Linear in the tasks that depend on it.
  package mutating func succeed(_ task: Int) {
    var effect = Effect()
    precondition(states[task] == .running, "Finish each started task once.")
    end(task, .succeeded)
    release(plan.edges.all(of: task), &effect)
  }

  // MARK: - Steps

  func isOnMain(_ task: Int) -> Bool { plan.places[task] < 0 }

  mutating func makeReady(_ task: Int) {
    states[task] = .ready
    let place = Int(plan.places[task])
    if place < 0 {
      readyMain.insert(~place)
    } else if !needsNoWorker.isEmpty && needsNoWorker[task] {
      readyAtOnce.insert(place)
    } else {
      readyWorkers.insert(place)
    }
  }

  mutating func end(_ task: Int, _ state: State) {
    states[task] = state
    unfinishedCount -= 1
  }

  /// Decreases the number of tasks to wait for, for the targets of these edges.
  mutating func release(_ places: Range<Int>, _ effect: inout Effect) {
    for place in places {
      let dependent = Int(plan.edges.targets[place])
      pending[dependent] -= 1
      guard pending[dependent] == 0, states[dependent] == .waiting else { continue }
      makeReady(dependent)
      if isOnMain(dependent) { effect.readyOnMain += 1 } else { effect.readyOnWorkers += 1 }
    }
  }
}

/// The outcome of a task that ran.
package enum ExecutionOutcome: Sendable, Hashable {
  /// The task did its work.
  case succeeded
  /// The task failed, with a policy for the others.
  case failed(FailurePolicy)
  /// The task decided not to do its work, for this reason.
  case skipped(String)
  /// The task was cancelled.
  case cancelled
}

/// A policy for the dependents of a failed task.
package enum FailurePolicy: Sendable, Hashable, CaseIterable {
  /// Skips its dependents.
  case skipDependents
  /// Continues as if it had succeeded.
  case goOn
  /// Starts no further tasks.
  case abort
}
