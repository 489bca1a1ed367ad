import TaskPlanning

/// What a run of tasks was like.
public struct TaskRunReport: Sendable {
  /// A task of the run.
  public struct Entry: Sendable {
    /// Where a task ran.
    public enum Lane: Sendable, Hashable {
      /// On the main actor, one after another.
      case main
      /// On this worker, counted from 1.
      case worker(Int)
      /// Beside others, where it could suspend.
      case concurrent
    }

    public let name: String
    /// Where it is declared, as `Module/File.swift:12`.
    public let place: String
    public let priority: RWTaskPriority
    public let outcome: TaskOutcome
    /// What must have succeeded before it, by name.
    public let dependencies: [String]
    public let lane: Lane
    /// When it began, from the beginning of the run.
    public let start: Duration
    /// How long it had been ready before it began.
    public let wait: Duration
    public let duration: Duration
    /// How often it was tried; 0 if it did not begin.
    public let attempts: Int
  }

  /// The number of the run, counted from 1.
  public let number: Int
  /// What it was for: an event, or the name of a notification.
  public let occasion: String
  /// The tasks in the order in which they began; those that did not come last.
  public let tasks: [Entry]
  /// What was wrong with the plan.
  public let problems: [TaskError]
  /// From the beginning of the first task to the end of the last.
  public let duration: Duration
  /// How many workers there were beside the main actor.
  public let workerCount: Int

  /// The plan, with what it took.
  let plan: TaskPlan
  let weights: TaskWeights
}

extension TaskRun {
  /// Makes the report of a run that is over.
  func makeReport(of records: [TaskRecord]) -> TaskRunReport {
    let begun = plan.order.filter { (records[$0].attempts) > 0 }
    let start = begun.map { records[$0].start }.min() ?? 0
    let end = begun.map { records[$0].end }.max() ?? start
    let ready = readyTimes(of: records, from: start)
    let shown = entries.indices.filter { !entries[$0].definition.isSilent }
    let order = shown.sorted { one, other in
      let (first, second) = (records[one], records[other])
      if (first.attempts > 0) != (second.attempts > 0) { return first.attempts > 0 }
      return (first.start, plan.positions[one], one) < (second.start, plan.positions[other], other)
    }
    let durations = records.map { Int($0.end - $0.start) }
    return TaskRunReport(
      number: number, occasion: occasion.description,
      tasks: order.map { entry($0, records[$0], ready: ready[$0], start: start) },
      problems: problems, duration: .nanoseconds(end - start), workerCount: lanes.workerCount,
      plan: plan, weights: TaskWeights(plan, durations: durations))
  }

  /// When each task could have begun: when the last was over that it waited for.
  private func readyTimes(of records: [TaskRecord], from start: Int64) -> [Int64] {
    var ready = Array(repeating: start, count: entries.count)
    for task in plan.order {
      for place in plan.edges.all(of: task) {
        let dependent = Int(plan.edges.targets[place])
        ready[dependent] = max(ready[dependent], records[task].end)
      }
    }
    return ready
  }

  private func entry(
    _ task: Int, _ record: TaskRecord, ready: Int64, start: Int64
  ) -> TaskRunReport.Entry {
    let definition = entries[task].definition
    let outcome =
      record.outcome ?? .skipped(plan.leftOutReason(of: task) ?? "the run ended before it began")
    let lane: TaskRunReport.Entry.Lane =
      switch record.worker {
      case 0: .main
      case 1...: .worker(Int(record.worker))
      default: .concurrent
      }
    let hasBegun = record.attempts > 0
    return TaskRunReport.Entry(
      name: definition.name, place: "\(definition.place)", priority: definition.priority,
      outcome: outcome, dependencies: plan.tasks[task].requires, lane: lane,
      start: .nanoseconds(hasBegun ? record.start - start : 0),
      wait: .nanoseconds(hasBegun ? max(0, record.start - ready) : 0),
      duration: .nanoseconds(hasBegun ? record.end - record.start : 0),
      attempts: Int(record.attempts))
  }
}
