import Synchronization
import TaskPlanning

/// A report of a run of tasks.
public struct TaskRunReport: Sendable {
  /// A task of the run.
  public struct Entry: Sendable {
    /// The executor on which a task ran.
    public enum Lane: Sendable, Hashable {
      /// On the main actor, one after another.
      case main
      /// On this worker, counted from 1.
      case worker(Int)
      /// Beside other tasks, with the ability to suspend.
      case concurrent
    }

    public let name: String
    /// The source location of the declaration, or of the call that added it.
    public let location: CodeLocation
    public let priority: TaskManager.Priority
    public let outcome: TaskOutcome
    /// The names of the tasks that had to succeed before it.
    public let dependencies: [String]
    public let lane: Lane
    /// The time from the start of the run to the start of the task.
    public let start: Duration
    /// The time that the task was ready and had not started.
    public let wait: Duration
    public let duration: Duration
    /// The number of attempts, or 0 if the task did not start.
    public let attempts: Int
  }

  /// The number of the run, counted from 1.
  public let number: Int
  /// The cause of the run: an event, or the name of a notification.
  public let occasion: String
  /// The problems of the plan.
  public let problems: [TaskError]
  /// The time from the start of the first task to the end of the last.
  public let duration: Duration
  /// The number of workers beside the main actor.
  public let workerCount: Int

  /// The plan that was run.
  let plan: TaskPlan

  /// The records that the run kept.
  private let records: RunRecords

  /// The tasks in the order in which they started, followed by the tasks that did not start.
  ///
  /// - Complexity: O(*n* log *n*) for *n* tasks on the first read, so that an unread report costs
  ///   nothing.
  public var tasks: [Entry] { records.entries(of: plan) }

  /// The critical path by the durations in this run, computed on the first read.
  var path: CriticalPath { records.path(of: plan) }

  /// The plan of the run as a graph for Graphviz.
  ///
  /// Arrows lead from a task to its dependents. They are dashed if the dependent does not need its
  /// success. Tasks of the main actor have thick lines. Missing tasks, and tasks that could not
  /// run, are red.
  public var dot: String { plan.dot() }

  /// The plan of the run as a Mermaid flowchart, which many Markdown viewers display.
  public var mermaid: String { plan.mermaid() }
}

extension TaskRunReport {
  /// Creates the report of a finished run.
  init(of run: TaskRun, ended: [RunRecord], outcomes: [Int: TaskOutcome]) {
    var start = Int64.max
    var end = Int64.min
    for ended in ended where ended.attempts > 0 {
      start = min(start, ended.start)
      end = max(end, ended.end)
    }
    let hasBegun = start <= end
    // Only the run at the end of the process has silent tasks.
    let isSilent = run.occasion == .end
    self.init(
      number: run.number, occasion: run.occasion.description, problems: run.problems,
      duration: .nanoseconds(hasBegun ? end - start : 0), workerCount: run.workerCount,
      plan: run.plan,
      records: RunRecords(
        ended: ended, outcomes: outcomes, start: hasBegun ? start : 0,
        silent: isSilent
          ? Set(run.entries.indices.filter { run.entries[$0].definition.isSilent }) : []))
  }
}

/// The records of a run's tasks, and the entries that are made from them on the first read.
///
/// - Concurrency: May be used from any thread.
private final class RunRecords: Sendable {
  private let ended: [RunRecord]
  /// The outcomes of tasks that did not succeed.
  private let outcomes: [Int: TaskOutcome]
  /// The start of the run, in nanoseconds.
  private let start: Int64
  /// The tasks that no report contains.
  private let silent: Set<Int>

  private let entries = Mutex<[TaskRunReport.Entry]?>(nil)
  private let path = Mutex<CriticalPath?>(nil)

  init(ended: [RunRecord], outcomes: [Int: TaskOutcome], start: Int64, silent: Set<Int>) {
    self.ended = ended
    self.outcomes = outcomes
    self.start = start
    self.silent = silent
  }

  func entries(of plan: TaskPlan) -> [TaskRunReport.Entry] {
    if let known = entries.withLock({ $0 }) { return known }
    let records = records(of: plan)
    let ready = readyTimes(records, in: plan)
    let new = order(records, in: plan).map {
      entry($0, records[$0], in: plan, ready: ready[$0])
    }
    return entries.withLock { entries in
      entries = entries ?? new
      return entries ?? new
    }
  }

  func path(of plan: TaskPlan) -> CriticalPath {
    if let known = path.withLock({ $0 }) { return known }
    let records = records(of: plan)
    let suspended = records.indices.filter { records[$0].isSuspended }
    let new = CriticalPath(
      of: plan, durations: records.map { Int($0.duration) }, suspended: Set(suspended))
    path.withLock { $0 = new }
    return new
  }

  /// Returns the record of each task, by its number.
  private func records(of plan: TaskPlan) -> [RunRecord] {
    var records = Array(repeating: RunRecord(), count: plan.tasks.count)
    for ended in ended { records[Int(ended.task)] = ended }
    return records
  }

  private func order(_ records: [RunRecord], in plan: TaskPlan) -> [Int] {
    records.indices.filter { !silent.contains($0) }.sorted { one, other in
      let (first, second) = (records[one], records[other])
      if (first.attempts > 0) != (second.attempts > 0) { return first.attempts > 0 }
      return (first.start, plan.positions[one], one) < (second.start, plan.positions[other], other)
    }
  }

  /// Returns when each task was ready: at the end of the last task that it waited for.
  private func readyTimes(_ records: [RunRecord], in plan: TaskPlan) -> [Int64] {
    var ready = Array(repeating: start, count: records.count)
    for task in plan.order {
      for edge in plan.edges.all(of: task) {
        let dependent = Int(plan.edges.targets[edge])
        ready[dependent] = max(ready[dependent], records[task].end)
      }
    }
    return ready
  }

  private func entry(
    _ task: Int, _ record: RunRecord, in plan: TaskPlan, ready: Int64
  ) -> TaskRunReport.Entry {
    let planned = plan.tasks[task]
    let lane: TaskRunReport.Entry.Lane =
      switch record.worker {
      case 0: .main
      case 1...: .worker(Int(record.worker))
      default: .concurrent
      }
    let hasBegun = record.attempts > 0
    return TaskRunReport.Entry(
      name: planned.name, location: planned.location,
      priority: TaskManager.Priority(rawValue: planned.priority) ?? .default,
      outcome: outcomes[task] ?? plan.leftOutReason(of: task).map(TaskOutcome.skipped)
        ?? .succeeded,
      dependencies: planned.requires, lane: lane,
      start: .nanoseconds(hasBegun ? record.start - start : 0),
      wait: .nanoseconds(hasBegun ? max(0, record.start - ready) : 0),
      duration: .nanoseconds(hasBegun ? record.duration : 0),
      attempts: Int(record.attempts))
  }
}

// The critical path and the lower bound.
extension TaskRunReport {
  /// The tasks of the longest chain in which each task waited for the previous one.
  ///
  /// No run can be shorter than these tasks together.
  ///
  /// - Complexity: Linear in the tasks.
  public var criticalPath: [String] {
    let begun = Set(tasks.lazy.filter(\.hasBegun).map(\.name))
    return path.tasks.map { plan.tasks[$0].name }.filter(begun.contains)
  }

  /// The total duration of the tasks on the critical path.
  public var criticalPathDuration: Duration { .nanoseconds(path.length) }

  /// The shortest duration that any order of these tasks can reach, with the main actor and the
  /// same number of workers.
  ///
  /// It is the maximum of the critical path, the work of the main actor, and the workers' share.
  ///
  /// - Complexity: Linear in the tasks.
  public var lowerBound: Duration {
    .nanoseconds(path.lowerBound(workers: workerCount))
  }

  /// The time that the run took beyond ``lowerBound``.
  public var lost: Duration { max(.zero, duration - lowerBound) }

  /// The total time that ready tasks waited for a free worker or for the main actor.
  ///
  /// - Complexity: Linear in the tasks.
  public var waiting: Duration { tasks.reduce(.zero) { $0 + $1.wait } }
}

extension TaskRunReport.Entry {
  /// A Boolean value that indicates whether the task has started its work.
  var hasBegun: Bool {
    if case .skipped = outcome { false } else { attempts > 0 }
  }
}
