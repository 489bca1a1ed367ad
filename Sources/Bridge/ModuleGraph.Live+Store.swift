public import ModuleGraph
public import TaskKit
import TaskStore

extension ModuleGraph.Live {
  /// Reads a manager's store of durable schedules, or returns `nil` if the manager has none.
  ///
  /// If the store fails, the result contains the error in `error`.
  ///
  /// - Parameters:
  ///   - manager: The manager.
  ///   - limit: The maximum number of fires to read, starting with the latest. If the store may
  ///     have more, the ten latest of each durable task of the manager are read as well, because a
  ///     frequent task would hide the others.
  /// - Returns: The JSON for `store`.
  public static func store(of manager: TaskManager, limit: Int = 500) async -> DetailValue? {
    let tasks = manager.durableTasks
    var ledger = LedgerExcerpt()
    var error: String?
    do {
      try await ledger.read(manager, tasks: tasks.map(\.name), limit: limit)
    } catch let failure {
      error = "\(failure)"
    }
    // Read last, because the summary may report that the store has just failed.
    guard let summary = await manager.storeSummary else { return nil }
    return DetailValue(members: [
      "summary": .string(summary), "error": .text(error),
      "schedules": .array(
        tasks.map { task in
          DetailValue(members: [
            "task": .string(task.name), "occasion": .string(task.occasion),
            "traits": .texts(task.traits), "next": .time(task.nextFireTime.map { TaskTime($0) }),
            "paused": .bool(task.isPaused),
            "unfinished": .integer(ledger.unfinished(of: task.name)),
          ])
        }),
      "records": .array(ledger.records.map(DetailValue.init(fireTime:))),
    ])
  }

  /// Reads the jobs of a manager's store, or returns `nil` if the manager has no store, or a store
  /// without jobs.
  ///
  /// If the store fails, the result contains the error in `error`, and everything that was read
  /// before it. The result has at most 100 dead letters and 100 running jobs, starting with the
  /// latest, and 20 flows with 200 steps each.
  ///
  /// - Parameter manager: The manager.
  /// - Returns: The JSON for `jobs`.
  public static func jobs(of manager: TaskManager) async -> DetailValue? {
    var members: [String: DetailValue] = [
      "window": 0, "partial": false, "all": ["counts": [:], "ended": 0, "endsPerSecond": 0],
      "queues": [], "failures": [], "running": [], "deadLetters": [], "flows": [],
    ]
    do {
      try await read(manager.jobs, into: &members)
    } catch let error as TaskStoreError where error.code == .noJobs {
      return nil
    } catch {
      members["error"] = .string("\(error)")
    }
    return .object(members)
  }

  private static func read(_ jobs: Jobs, into members: inout [String: DetailValue]) async throws {
    let statistics = try await jobs.statistics()
    members["window"] = .microseconds(statistics.window)
    members["partial"] = .bool(statistics.isPartial)
    members["all"] = DetailValue(statistics.all)
    members["queues"] = .array(
      statistics.queues.map {
        [
          "name": .string($0.name), "paused": .bool($0.isPaused),
          "numbers": DetailValue($0.numbers),
        ]
      })
    members["failures"] = .array(
      statistics.failures.map {
        [
          "job": .string($0.job), "error": .string($0.error), "count": .integer($0.count),
          "latest": DetailValue($0.latest),
        ]
      })
    let failed = try await jobs.list(JobFilter(states: [.failed], limit: mostJobs))
    members["deadLetters"] = .array(failed.map(DetailValue.init(deadLetter:)))
    let running = try await jobs.list(JobFilter(states: [.running], limit: mostJobs))
    members["running"] = .array(running.map(DetailValue.init(running:)))
    var records: [JobRecord] = []
    // Each state is read separately, because many waiting jobs would hide a few failed ones.
    for state in JobRecord.State.open + [.failed] {
      records += try await jobs.list(JobFilter(states: [state], limit: reach))
    }
    members["flows"] = .array(try await flows(of: jobs, among: records))
    let events = EventsOverview(of: records)
    let listeners = events.listeners.filter { $0.open + $0.failed > 0 }
    // Few programs publish events, so the parts are omitted if they are empty.
    members["listeners"] = listeners.isEmpty ? nil : .array(listeners.map { DetailValue($0) })
    members["heldKeys"] =
      events.heldKeys.isEmpty ? nil : .array(events.heldKeys.map { DetailValue($0) })
  }

  /// The maximum number of dead letters, and of running jobs.
  private static let mostJobs = 100
  private static let mostFlows = 20
  private static let mostSteps = 200

  /// The maximum number of jobs per state that are searched for steps of flows and for publications.
  private static let reach = 1_000

  /// Returns the latest flows with a step among some records.
  private static func flows(
    of jobs: Jobs, among records: [JobRecord]
  ) async throws -> [DetailValue] {
    let ids = Set(records.compactMap { $0.step?.flow })
    var flows: [DetailValue] = []
    for id in ids.sorted(by: >).prefix(mostFlows) {
      // One more than the limit, to find out whether the flow has more steps.
      let steps = try await jobs.list(JobFilter(flow: id, limit: mostSteps + 1))
      // The flow may have been removed since, at the end of its retention.
      guard let name = steps.first?.step?.flowName else { continue }
      flows.append([
        "id": DetailValue(id), "name": .string(name),
        "steps": .array(steps.prefix(mostSteps).reversed().map(DetailValue.init(step:))),
        "partial": .bool(steps.count > mostSteps),
      ])
    }
    return flows
  }
}

/// The latest records of a ledger, with a few of each task.
private struct LedgerExcerpt {
  private var byTask: [String: [LedgerRecord]] = [:]

  /// The number of records of each task that are always included.
  private static let least = 10

  mutating func read(_ manager: TaskManager, tasks: [String], limit: Int) async throws {
    let latest = try await manager.storedLedger(limit: limit)
    byTask = Dictionary(grouping: latest, by: \.task)
    guard latest.count >= limit else { return }
    for task in tasks where byTask[task, default: []].count < Self.least {
      byTask[task] = try await manager.storedLedger(of: task, limit: Self.least)
    }
  }

  /// The records, starting with the latest fire.
  var records: [LedgerRecord] {
    byTask.values.joined().sorted { ($1.fireTime, $0.task) < ($0.fireTime, $1.task) }
  }

  func unfinished(of task: String) -> Int {
    byTask[task, default: []].count(where: \.state.isUnfinished)
  }
}

// Payloads and results are omitted, because they may be private.
extension DetailValue {
  fileprivate init(fireTime record: LedgerRecord) {
    self.init(members: [
      "task": .string(record.task), "due": .time(record.fireTime),
      "state": .string(record.state.rawValue), "number": .integer(record.number),
      "missed": record.missed.map { missed in
        DetailValue(members: [
          "count": .integer(missed.count), "since": .time(missed.since),
          "reason": .string(missed.reason.rawValue), "text": .string(missed.reason.words),
        ])
      },
      "owner": .text(record.owner), "token": record.token.map { .integer(Int($0)) },
      "claims": .integer(record.claims), "begun": .time(record.startTime),
      "ended": .time(record.endTime), "detail": .text(record.detail),
    ])
  }

  fileprivate init(_ numbers: JobStatistics.Numbers) {
    self.init(members: [
      "counts": .object(numbers.counts.mapValues(DetailValue.integer)),
      "ended": .integer(numbers.ended), "endsPerSecond": .decimal(numbers.endsPerSecond),
      "oldestWaiting": numbers.oldestWaiting.map { .microseconds($0) },
      "waiting": numbers.waiting.map { DetailValue($0) },
      "running": numbers.running.map { DetailValue($0) },
    ])
  }

  private init(_ latencies: JobStatistics.Latencies) {
    self = [
      "count": .integer(latencies.count), "p50": .microseconds(latencies.p50),
      "p95": .microseconds(latencies.p95), "p99": .microseconds(latencies.p99),
    ]
  }

  fileprivate init(running job: JobRecord) {
    self.init(members: [
      "id": DetailValue(job.id), "name": .string(job.name), "queue": .string(job.queue),
      "attempt": .integer(job.attempt), "begun": .time(job.startTime), "owner": .text(job.owner),
      "progress": job.progress.map(DetailValue.decimal), "cancelling": .bool(job.isCancelling),
      "tags": job.tags.isEmpty ? nil : .texts(job.tags),
    ])
  }

  fileprivate init(deadLetter job: JobRecord) {
    self.init(members: [
      "id": DetailValue(job.id), "name": .string(job.name), "queue": .string(job.queue),
      "attempts": .integer(job.attempt), "ended": .time(job.endTime),
      "error": .string(job.detail ?? ""), "tags": job.tags.isEmpty ? nil : .texts(job.tags),
    ])
  }

  fileprivate init(step job: JobRecord) {
    self.init(members: [
      "id": DetailValue(job.id), "name": .string(job.step?.name ?? job.name),
      "job": .string(job.name), "state": .string(job.state.rawValue),
      "after": .array((job.step?.after ?? []).map { DetailValue($0) }),
      "detail": .text(job.detail),
    ])
  }

  fileprivate init(_ listener: EventsOverview.Listener) {
    self.init(members: [
      "event": .string(listener.event), "job": .string(listener.job),
      "open": .integer(listener.open), "failed": .integer(listener.failed),
      "oldest": listener.oldestSeconds.map { .microseconds($0) },
    ])
  }

  fileprivate init(_ held: EventsOverview.HeldKey) {
    self = [
      "job": .string(held.job), "key": .string(held.key), "id": DetailValue(held.id),
      "attempt": .integer(held.attempt), "error": .string(held.error),
      "waiting": .integer(held.waiting),
    ]
  }

  fileprivate static func texts(_ texts: [String]) -> Self { .array(texts.map(Self.string)) }

  fileprivate static func text(_ text: String?) -> Self? { text.map(Self.string) }

  /// Returns a number as JSON decoding returns it: whole numbers are integers.
  fileprivate static func decimal(_ number: Double) -> Self {
    Int(exactly: number).map(Self.integer) ?? .number(number)
  }

  /// Returns a time in microseconds since 1970, which JavaScript can represent.
  fileprivate static func time(_ time: TaskTime?) -> Self? {
    time.map { .integer(Int($0.nanoseconds / 1_000)) }
  }

  /// Converts seconds to whole microseconds, clamped to `Int`.
  fileprivate static func microseconds(_ seconds: Double) -> Self {
    .integer(Int(exactly: (seconds * 1e6).rounded()) ?? (seconds < 0 ? .min : .max))
  }
}
