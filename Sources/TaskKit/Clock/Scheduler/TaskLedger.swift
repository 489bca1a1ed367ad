public import Foundation

/// Why a scheduled task did not run for a moment.
public enum TaskMissReason: String, Sendable, Hashable, Codable, CaseIterable {
  /// One run stood for several moments that had passed.
  case coalesced
  /// The moment had passed, and the run comes later: the task runs a number of times.
  case postponed
  /// The moment had passed, and the task skips such ones.
  case tooLate
  /// More moments had passed than the task catches up with.
  case beyondCatchUp
  /// The task was paused.
  case paused
  /// An earlier run went on.
  case overlap
  /// As many runs waited for an earlier one as may.
  case queueFull
  /// The task was destroyed while the run waited for an earlier one.
  case removed

  /// The reason, as part of a sentence.
  public var words: String {
    switch self {
    case .coalesced: "one run stood for several moments"
    case .postponed: "it had passed, and the run came later"
    case .tooLate: "it had passed, and such moments are skipped"
    case .beyondCatchUp: "more had passed than are caught up with"
    case .paused: "the task was paused"
    case .overlap: "an earlier run went on"
    case .queueFull: "too many runs waited already"
    case .removed: "the task was destroyed before the run began"
    }
  }
}

/// When scheduled tasks were due, and when they ran; and for each moment without a run,
/// why.
///
/// A value: what happens later does not change it.
///
/// ```swift
/// print(TaskManager.shared.ledger)
/// ```
public struct TaskLedger: Sendable, Hashable {
  /// The outcome of a due time.
  public enum Fate: Sendable, Hashable {
    /// A run was begun so much later, those included that had to wait for an earlier run.
    case ran(late: Duration)
    /// Nothing ran.
    case missed(TaskMissReason)
  }

  /// One moment, or several that had one fate.
  public struct Entry: Sendable, Hashable {
    /// The task's name.
    public let task: String
    /// When it was due; of several moments, the latest.
    public let moment: Date
    /// The number of due times in this entry.
    public let count: Int
    /// The outcome of these due times.
    public let fate: Fate
  }

  /// The outcomes of all due times of a task, also of those whose entries were dropped.
  public struct Totals: Sendable, Hashable {
    /// The number of runs that were begun.
    public internal(set) var ran = 0
    /// The numbers of due times without a run, by reason.
    public internal(set) var missed: [TaskMissReason: Int] = [:]
    /// The greatest lateness of a run.
    public internal(set) var latest = Duration.zero

    /// The number of due times.
    public var due: Int { ran + missed.values.reduce(0, +) }
  }

  /// The latest entries, oldest first.
  public private(set) var entries: [Entry] = []

  /// The totals of each task, by its name.
  public private(set) var totals: [String: Totals] = [:]

  /// The number of entries that are kept.
  static let capacity = 1_000

  /// Notes what became of a moment.
  mutating func append(_ entry: Entry) {
    if entries.count == Self.capacity {
      // Seldom, so that this costs little for each.
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

  /// The tasks that are gone, the first to go first, whose sums are still kept.
  private var gone: [String] = []

  /// A task is gone, whose sums stay until many more are.
  mutating func didRemove(_ task: String) {
    guard totals[task] != nil else { return }
    if gone.count == Self.capacity {
      for old in gone.prefix(Self.capacity / 10) { totals[old] = nil }
      gone.removeFirst(Self.capacity / 10)
    }
    gone.append(task)
  }

  /// A task has come, whose sums may be there from an earlier one of its name.
  mutating func didAdd(_ task: String) {
    guard totals[task] != nil else { return }
    gone.removeAll { $0 == task }
  }
}

extension TaskLedger: CustomStringConvertible {
  /// The sums and the latest entries, as plain text.
  public var description: String {
    guard !totals.isEmpty || !entries.isEmpty else { return "no scheduled task was due so far" }
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
      latest.append([entry.moment.formatted(.iso8601), entry.task, entry.words])
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

/// A due time of a scheduled task, for which it runs.
public struct TaskFire: Sendable, Hashable {
  /// When the task was due.
  ///
  /// It is the same however late the run begins: with the task's name, it tells this run
  /// from all others.
  public let moment: Date

  /// The number of runs that the clock has begun of the task, this one included.
  public let number: Int

  /// The number of earlier due times, passed without a run, for which this run stands too.
  public let coalesced: Int

  /// The name of the task.
  ///
  /// With ``moment`` it is the identity of the due time, in every process and for every attempt.
  public let task: String

  /// The fencing token of a durable schedule, or `nil` for any other.
  ///
  /// A run that replaces one whose process has died, or has been stopped for too long, has a
  /// greater token. Storage that remembers the greatest token of each due time, and rejects a
  /// smaller one, has each effect once.
  public let token: Int64?

  /// Describes a moment, for a test that calls a task's function itself.
  public init(
    moment: Date, number: Int = 1, coalesced: Int = 0, task: String = "", token: Int64? = nil
  ) {
    self.moment = moment
    self.number = number
    self.coalesced = coalesced
    self.task = task
    self.token = token
  }
}
