import Foundation
import ModuleGraph
public import TaskStore

/// A snapshot of published events: the open and failed jobs of their durable wires, and the order
/// keys that a failing job holds.
///
/// The console answers `events` with it.
public struct EventsOverview: Sendable, Hashable, Codable {
  /// The events with their listeners, sorted by event and then by job.
  public var listeners: [Listener]

  /// The order keys of jobs that wait for another attempt, while later jobs wait for them.
  public var heldKeys: [HeldKey]

  /// A Boolean value that indicates whether the store has more open and failed jobs than were read.
  public var isPartial: Bool

  /// A durable wire of an event.
  public struct Listener: Sendable, Hashable, Codable {
    /// The name of the event.
    public var event: String

    /// The name of the job.
    public var job: String

    /// The number of publications whose job has not ended.
    public var open: Int

    /// The number of publications whose job failed permanently.
    public var failed: Int

    /// The age of the oldest open publication in seconds, or `nil` if none is open.
    public var oldestSeconds: Double?
  }

  /// An order key of a job that waits for another attempt.
  public struct HeldKey: Sendable, Hashable, Codable {
    /// The name of the jobs.
    public var job: String

    /// The order key.
    public var key: String

    /// The job that holds the key.
    public var id: JobID

    /// The number of its failed attempts.
    public var attempt: Int

    /// The error of the latest attempt.
    public var error: String

    /// The number of jobs that wait for it.
    public var waiting: Int
  }

  /// Reads the overview of a manager's jobs, of the latest ones if the store has more.
  package init(of jobs: Jobs, limit: Int = 10_000) async throws {
    let states: [JobRecord.State] = JobRecord.State.open + [.failed]
    let records = try await jobs.list(JobFilter(states: states, limit: limit))
    self.init(of: records, durableWires: Bridge.wires.filter(\.to.isDurable), at: Date())
    isPartial = records.count == limit
  }

  /// Summarizes jobs.
  init(of records: [JobRecord], durableWires: [Wire] = [], at date: Date = Date()) {
    let now = TaskTime(date)
    var found: [[String]: Listener] = [:]
    for wire in durableWires {
      for event in wire.from.names {
        for job in wire.to.names {
          found[[event, job]] = Listener(event: event, job: job, open: 0, failed: 0)
        }
      }
    }
    for job in records {
      for event in job.tags.compactMap(RheaEvent.name(ofTag:)) where job.name != "event \(event)" {
        var listener =
          found[[event, job.name]] ?? Listener(event: event, job: job.name, open: 0, failed: 0)
        if job.state.isOpen {
          listener.open += 1
          let age = max(.zero, now - job.enqueueTime) / .seconds(1)
          listener.oldestSeconds = max(age, listener.oldestSeconds ?? 0)
        } else if job.state == .failed {
          listener.failed += 1
        }
        found[[event, job.name]] = listener
      }
    }
    listeners = found.values.sorted { ($0.event, $0.job) < ($1.event, $1.job) }
    heldKeys = Self.heldKeys(of: records)
    isPartial = false
  }

  private static func heldKeys(of records: [JobRecord]) -> [HeldKey] {
    let open = records.filter { $0.state.isOpen && $0.orderKey != nil }
    let groups = Dictionary(grouping: open) { [$0.name, $0.orderKey ?? ""] }
    return groups.values.compactMap { jobs -> HeldKey? in
      guard jobs.count > 1, let first = jobs.min(by: { $0.id < $1.id }), let key = first.orderKey,
        first.attempt > 0, let error = first.detail
      else { return nil }
      return HeldKey(
        job: first.name, key: key, id: first.id, attempt: first.attempt, error: error,
        waiting: jobs.count - 1)
    }.sorted { ($0.job, $0.key) < ($1.job, $1.key) }
  }
}

extension EventsOverview {
  /// The warnings about order keys that a failing job holds.
  var problems: [ModuleProblem] {
    heldKeys.map { held in
      ModuleProblem(
        .heldOrderKey, .warning,
        """
        \(held.waiting) \(held.waiting == 1 ? "job waits" : "jobs wait") for the job \(held.id), \
        '\(held.job)', which has the same order key '\(held.key)' and has failed in attempt \
        \(held.attempt): \(held.error). Correct the cause, or cancel it with \
        'Jobs.cancel(\(held.id))'.
        """,
        nodes: [ModuleGraph.Node.id(.job, held.job)])
    }
  }
}

extension ConsoleCommand {
  /// Shows the open and failed publications of events.
  static let events = ConsoleCommand(
    "events",
    """
    Shows the open and failed jobs of published events, by event and listener, and the order keys \
    that a failing job holds.
    """,
    effect: .reads
  ) { _, _ in
    let overview = try await EventsOverview(of: TaskManager.shared.jobs)
    return try ConsoleCoding.value(ConsoleValue.self, from: try ConsoleCoding.bytes(of: overview))
  }
}
