/// One run of a plan, as a value: which tasks may begin now, and what becomes of the
/// others when one ends.
///
/// It knows neither threads nor clocks. Its caller takes tasks out, runs them, and reports
/// how they ended; it returns how many became ready, for other workers. In the normal
/// course of a run nothing is allocated.
package struct TaskExecution: Sendable {
  /// The state of a task in a run.
  package enum State: UInt8, Sendable, Hashable, CaseIterable {
    /// It waits for others.
    case waiting
    /// It may begin.
    case ready
    /// It was taken and has not ended.
    case running
    case succeeded
    case failed
    /// It did not run, or decided not to.
    case skipped
    /// It was asked to stop, or not to begin.
    case cancelled
    /// The plan does not run it.
    case leftOut

    /// A Boolean value that indicates whether nothing becomes of it any more.
    package var isOver: Bool {
      switch self {
      case .waiting, .ready, .running: false
      case .succeeded, .failed, .skipped, .cancelled, .leftOut: true
      }
    }
  }

  /// Why a task did not do its work.
  package enum Reason: Sendable, Hashable {
    /// It said so itself.
    case own(String)
    /// It was cancelled by its own name.
    case cancelled
    /// It requires the first of these tasks, with which it all began the second; both
    /// may be the same.
    case requires(Int, origin: Int)
    /// This task failed, and nothing new begins.
    case aborted(by: Int)
  }

  /// The other effects of a task that ended or was cancelled.
  package struct Effect: Sendable, Hashable {
    /// The number of tasks of the main lane that have become ready.
    package internal(set) var readyOnMain = 0

    /// The number of tasks for workers that have become ready.
    package internal(set) var readyOnWorkers = 0

    /// The tasks that will not run for that, in the order in which it turned out.
    package internal(set) var ended: [Int] = []
  }

  /// The plan that is run.
  package let plan: TaskPlan

  /// The state of each task.
  package internal(set) var states: [State]

  /// The task whose failure has ended all, if one has.
  package internal(set) var abortedBy: Int?

  /// The number of tasks that are not over.
  package internal(set) var unfinishedCount: Int

  /// The number of tasks for which each one still waits.
  var pending: [Int32]
  /// Ready tasks of the main lane by where they stand in the plan.
  package internal(set) var readyMain: RankedSet
  /// Ready tasks for workers by their position among the preferred ones.
  package internal(set) var readyWorkers: RankedSet
  /// Ready tasks that no worker has to be free for, likewise.
  package internal(set) var readyAtOnce: RankedSet
  /// For each task, whether it can begin without a free worker; empty if none can.
  let needsNoWorker: [Bool]
  /// Why tasks did not do their work.
  var reasons: [Int: Reason] = [:]

  /// Begins a run.
  ///
  /// - Parameters:
  ///   - plan: What is run.
  ///   - needsNoWorker: Whether each task needs no worker to be free, of those that are not
  ///     for the main lane; empty if none is such a task.
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

  /// A Boolean value that indicates whether all tasks are over.
  package var isOver: Bool { unfinishedCount == 0 }

  /// Returns the number of tasks of a lane that may begin now.
  package func readyCount(_ lane: TaskLane) -> Int {
    switch lane {
    case .main: readyMain.count
    case .workers: readyWorkers.count
    }
  }

  /// Takes the next task of a lane, to be run.
  ///
  /// The main lane takes the first one of the plan. Workers take the one with the longest chain
  /// of dependents, then the one of the highest priority, then the first declared. The caller
  /// ensures that the main lane runs one task at a time.
  ///
  /// - Returns: Nil if none is ready.
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

  /// Takes all tasks that may begin without a worker, the most important first.
  package mutating func takeAllAtOnce() -> [Int] {
    var tasks: [Int] = []
    while let place = readyAtOnce.popFirst() {
      let task = Int(plan.preferred[place])
      states[task] = .running
      tasks.append(task)
    }
    return tasks
  }

  /// Has a worker take a task that is running and needs one now, in its order among those
  /// that are ready.
  package mutating func callWorker(for task: Int) {
    readyWorkers.insert(Int(plan.places[task]))
  }

  /// Has no worker take such a task any more.
  package mutating func dismissWorker(of task: Int) {
    readyWorkers.remove(Int(plan.places[task]))
  }

  /// Says how a task has ended that was taken.
  ///
  /// - Complexity: Linear in the tasks that depend on it and in those that end with it.
  package mutating func finish(_ task: Int, _ outcome: ExecutionOutcome) -> Effect {
    precondition(
      states[task] == .running,
      "Task '\(plan.tasks[task].name)' is \(states[task]): finish what was taken, once.")
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

  /// Says that a task has succeeded that was taken.
  ///
  /// - Complexity: Linear in the tasks that depend on it.
  package mutating func succeed(_ task: Int) {
    var effect = Effect()
    precondition(states[task] == .running, "Finish what was taken, once.")
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

  /// Tells the tasks at the ends of these edges that they have one less to wait for.
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
  /// It has done its work.
  case succeeded
  /// It has failed, with what that means for others.
  case failed(FailurePolicy)
  /// It decided not to do its work, for this reason.
  case skipped(String)
  /// It was asked to stop.
  case cancelled
}

/// A policy for the dependents of a failed task.
package enum FailurePolicy: Sendable, Hashable, CaseIterable {
  /// Its dependents are skipped.
  case skipDependents
  /// All go on as if it had succeeded.
  case goOn
  /// Nothing new begins.
  case abort
}
