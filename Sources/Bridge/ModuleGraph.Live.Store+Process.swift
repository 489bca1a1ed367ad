public import ModuleGraph
public import TaskKit

extension ModuleGraph.Live.Store {
  /// Reads what a manager's store of durable schedules holds, or returns `nil` if it has none.
  ///
  /// An error of the store is a part of the result, in `error`.
  ///
  /// - Parameters:
  ///   - manager: The manager.
  ///   - limit: The number of due times to read, the latest ones. If the store may have more, the
  ///     ten latest of each durable task of the manager are read, too, as one that is often due
  ///     would hide the others.
  public init?(of manager: TaskManager, limit: Int = 500) async {
    let tasks = manager.durableTasks
    var ledger = LedgerExcerpt()
    let error: String?
    do {
      try await ledger.read(manager, tasks: tasks.map(\.name), limit: limit)
      error = nil
    } catch let failure {
      error = "\(failure)"
    }
    // Last, as a store that has just failed may say so.
    guard let summary = await manager.storeSummary else { return nil }
    self.init(
      summary: summary,
      schedules: tasks.map { Schedule($0, unfinished: ledger.unfinished(of: $0.name)) },
      records: ledger.records.map(Record.init), error: error)
  }
}

/// The latest records of a ledger, with some of each task.
private struct LedgerExcerpt {
  private var byTask: [String: [LedgerRecord]] = [:]

  /// The number of records of a task that others do not hide.
  private static let least = 10

  mutating func read(_ manager: TaskManager, tasks: [String], limit: Int) async throws {
    let latest = try await manager.storedLedger(limit: limit)
    byTask = Dictionary(grouping: latest, by: \.task)
    guard latest.count >= limit else { return }
    for task in tasks where byTask[task, default: []].count < Self.least {
      byTask[task] = try await manager.storedLedger(of: task, limit: Self.least)
    }
  }

  /// The records, the latest due time first.
  var records: [LedgerRecord] {
    byTask.values.joined().sorted { ($1.dueTime, $0.task) < ($0.dueTime, $1.task) }
  }

  func unfinished(of task: String) -> Int {
    byTask[task, default: []].count(where: \.state.isUnfinished)
  }
}

extension ModuleGraph.Live.Store.Schedule {
  /// Describes a durable task of the process.
  fileprivate init(_ task: TaskDescription, unfinished: Int) {
    self.init(
      task: task.name, occasion: task.occasion, traits: task.traits,
      next: task.nextFire.map { TaskTime($0).microseconds }, isPaused: task.isPaused,
      unfinished: unfinished)
  }
}

extension ModuleGraph.Live.Store.Record {
  /// Takes over a record of the ledger.
  fileprivate init(_ record: LedgerRecord) {
    self.init(
      task: record.task, dueTime: record.dueTime.microseconds, state: record.state.rawValue,
      number: record.number, missed: record.missed.map(Missed.init), owner: record.owner,
      token: record.token, claims: record.claims, begun: record.begun?.microseconds,
      ended: record.ended?.microseconds, detail: record.detail)
  }
}

extension ModuleGraph.Live.Store.Record.Missed {
  /// Takes over what a record says of missed due times.
  fileprivate init(_ missed: MissedDueTimes) {
    self.init(
      count: missed.count, since: missed.since.microseconds, reason: missed.reason.rawValue,
      text: missed.reason.words)
  }
}

extension TaskTime {
  /// Whole microseconds since the beginning of 1970, which JavaScript has numbers for.
  var microseconds: Int64 { nanoseconds / 1_000 }
}
