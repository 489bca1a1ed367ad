public import Foundation

/// The reason why a scheduled task did not run for a fire.
public enum TaskMissReason: String, Sendable, Hashable, Codable, CaseIterable {
  /// A single run replaced several fires that had passed.
  case coalesced
  /// The fire had passed, and its run comes later, because the number of runs is limited.
  case postponed
  /// The fire had passed, and the task skips such fires.
  case tooLate
  /// More fires had passed than the task catches up with.
  case beyondCatchUp
  /// The task was paused.
  case paused
  /// An earlier run was in progress.
  case overlap
  /// The maximum number of runs was already waiting.
  case queueFull
  /// The task was destroyed while the run waited for an earlier one.
  case removed

  /// The reason, as part of a sentence.
  public var words: String {
    switch self {
    case .coalesced: "one run covered several fires"
    case .postponed: "a later run made up for it"
    case .tooLate: "missed fires are skipped"
    case .beyondCatchUp: "more fires were missed than are made up for"
    case .paused: "the task was paused"
    case .overlap: "an earlier run was still running"
    case .queueFull: "too many runs were already waiting"
    case .removed: "the task was destroyed before the run started"
    }
  }
}

/// The fires of scheduled tasks, with their runs and the reasons for missed fires.
///
/// It is a value: later fires do not change it.
///
/// ```swift
/// print(TaskManager.shared.ledger)
/// ```
public struct TaskLedger: Sendable, Hashable {
  /// The outcome of a fire.
  public enum Fate: Sendable, Hashable {
    /// A run started this much later than its fire time, including the wait for an earlier run.
    case ran(late: Duration)
    /// The task did not run.
    case missed(TaskMissReason)
  }

  /// One fire, or several with the same outcome.
  public struct Entry: Sendable, Hashable {
    /// The task's name.
    public let task: String
    /// The fire time, or the latest of several.
    public let fireTime: Date
    /// The number of fires in this entry.
    public let count: Int
    /// The outcome of these fires.
    public let fate: Fate
  }

  /// The totals of all fires of a task, including those whose entries were dropped.
  public struct Totals: Sendable, Hashable {
    /// The number of runs that started.
    public internal(set) var ran = 0
    /// The numbers of fires without a run, by reason.
    public internal(set) var missed: [TaskMissReason: Int] = [:]
    /// The maximum lateness of a run.
    public internal(set) var latest = Duration.zero

    /// The number of fires.
    public var due: Int { ran + missed.values.reduce(0, +) }
  }

  /// The latest entries, oldest first.
  public private(set) var entries: [Entry] = []

  /// The totals of each task, by its name.
  public private(set) var totals: [String: Totals] = [:]

  /// The maximum number of entries.
  static let capacity = 1_000

  /// Adds the outcome of a fire.
  mutating func append(_ entry: Entry) {
    if entries.count == Self.capacity {
      // Many at once, and therefore rarely, so that the cost per entry is small.
      entries.removeFirst(Self.capacity / 10)
    }
    entries.append(entry)
    switch entry.fate {
    case .ran(let late):
      totals[entry.task, default: Totals()].ran += entry.count
      totals[entry.task, default: Totals()].latest = max(
        late, totals[entry.task]?.latest ?? .zero)
    case .missed(let reason):
      totals[entry.task, default: Totals()].missed[reason, default: 0] += entry.count
    }
  }

  /// The removed tasks whose totals are still kept, oldest first.
  private var gone: [String] = []

  /// Marks a task as removed.
  ///
  /// Its totals are kept until many more tasks are removed.
  mutating func didRemove(_ task: String) {
    guard totals[task] != nil else { return }
    if gone.count == Self.capacity {
      for old in gone.prefix(Self.capacity / 10) { totals[old] = nil }
      gone.removeFirst(Self.capacity / 10)
    }
    gone.append(task)
  }

  /// Marks a task as added.
  ///
  /// An earlier task of its name may already have totals.
  mutating func didAdd(_ task: String) {
    guard totals[task] != nil else { return }
    gone.removeAll { $0 == task }
  }
}

extension TaskLedger: CustomStringConvertible {
  /// The totals and the latest entries, as plain text.
  public var description: String {
    guard !totals.isEmpty || !entries.isEmpty else { return "no scheduled task has been due" }
    var sums = ReportTable([
      .left("task"), .right("due"), .right("ran"), .right("latest by"), .left("missed"),
    ])
    for (task, total) in totals.sorted(by: { $0.key < $1.key }) {
      let missed = TaskMissReason.allCases.compactMap { reason in
        total.missed[reason].map { "\($0)× \(reason.words)" }
      }
      sums.append([
        task, "\(total.due)", "\(total.ran)", total.latest.readable,
        missed.isEmpty ? "-" : missed.joined(separator: ", "),
      ])
    }
    var latest = ReportTable([.left("due at"), .left("task"), .left("what became of it")])
    for entry in entries.suffix(20) {
      latest.append([entry.fireTime.formatted(.iso8601), entry.task, entry.words])
    }
    return (sums.lines + [""] + latest.lines).joined(separator: "\n")
  }
}

extension TaskLedger.Entry {
  fileprivate var words: String {
    let times = count == 1 ? "" : " (\(count) moments)"
    return switch fate {
    case .ran(let late): "ran, late by \(late.readable)\(times)"
    case .missed(let reason): "missed: \(reason.words)\(times)"
    }
  }
}

/// A fire of a scheduled task, for which it runs.
public struct TaskFire: Sendable, Hashable {
  /// The fire time.
  ///
  /// It does not depend on how late the run starts. Together with the task's name, it identifies
  /// the run.
  public let fireTime: Date

  /// The number of runs that the schedule has started, including this one.
  public let number: Int

  /// The number of earlier missed fires that this run replaces.
  public let coalesced: Int

  /// The name of the task, or its earlier name with ``TaskTrait/formerly(_:)``.
  ///
  /// Together with ``fireTime``, it identifies the fire in every process and for every attempt.
  public let task: String

  /// The fencing token of a durable schedule, or `nil` for any other.
  ///
  /// If a process dies or is stopped for too long, the run that replaces its run has a greater
  /// token. Storage that remembers the greatest token of each fire, and rejects smaller ones,
  /// applies each effect once.
  public let token: Int64?

  /// Creates a fire, for a test that calls a task's function itself.
  public init(
    fireTime: Date, number: Int = 1, coalesced: Int = 0, task: String = "", token: Int64? = nil
  ) {
    self.fireTime = fireTime
    self.number = number
    self.coalesced = coalesced
    self.task = task
    self.token = token
  }
}
