import TaskKit

/// A row of a query result, whose columns are read one after the other.
///
/// SQLite and PostgreSQL select the columns of schedules and jobs in the same order, so that
/// one reader serves both.
protocol SQLRow {
  mutating func optionalText(_ column: String) throws(UnreadableValue) -> String?
  mutating func optionalInteger(_ column: String) throws(UnreadableValue) -> Int64?
  mutating func boolean(_ column: String) throws(UnreadableValue) -> Bool
}

extension SQLRow {
  mutating func text(_ column: String) throws(UnreadableValue) -> String {
    guard let value = try optionalText(column) else { throw UnreadableValue(column: column) }
    return value
  }

  mutating func integer(_ column: String) throws(UnreadableValue) -> Int64 {
    guard let value = try optionalInteger(column) else { throw UnreadableValue(column: column) }
    return value
  }

  mutating func time(_ column: String) throws(UnreadableValue) -> TaskTime {
    TaskTime(nanoseconds: try integer(column))
  }

  mutating func optionalTime(_ column: String) throws(UnreadableValue) -> TaskTime? {
    try optionalInteger(column).map(TaskTime.init(nanoseconds:))
  }
}

/// The error for a column with a value that no store writes.
struct UnreadableValue: Error, CustomStringConvertible {
  let column: String

  var description: String { "its column '\(column)' has a value of a wrong type" }
}

extension StoredSchedule {
  /// Reads the columns of a schedule and the summary of its fires.
  init(_ row: some SQLRow) throws(UnreadableValue) {
    var row = row
    let definition = try row.text("definition")
    let version = try row.integer("version")
    let progress = ScheduleProgress(
      next: try row.optionalTime("next"), delay: .nanoseconds(try row.integer("delay")),
      latest: try row.optionalTime("latest"), runs: Int(try row.integer("runs")),
      remaining: try row.optionalInteger("remaining").map { Int($0) },
      isHolding: try row.boolean("holding"))
    self.init(
      definition: definition, version: version, progress: progress,
      isPaused: try row.boolean("paused"), unfinished: Int(try row.integer("unfinished")),
      latestEnd: try row.optionalTime("ended"))
  }
}

extension JobRecord {
  /// Reads the columns of a job.
  init(_ row: some SQLRow) throws(UnreadableValue) {
    var row = row
    self.init(
      id: JobID(try row.integer("id")), name: try row.text("name"), queue: try row.text("queue"),
      priority: Int(try row.integer("priority")), state: State(rawValue: try row.text("state")),
      payload: try row.text("payload"), enqueueTime: try row.time("enqueued"),
      dueTime: try row.time("due"), attempt: Int(try row.integer("attempt")),
      isCancelling: try row.boolean("cancelling"), owner: try row.optionalText("owner"),
      token: try row.optionalInteger("token"), startTime: try row.optionalTime("begun"),
      endTime: try row.optionalTime("ended"),
      progress: try row.optionalText("progress").flatMap(Double.init),
      result: try row.optionalText("result"), detail: try row.optionalText("detail"),
      maximumAttempts: try row.optionalInteger("max_attempts").map { Int($0) },
      tags: try row.optionalText("tags").flatMap { try? JobJSON.value($0, as: [String].self) }
        ?? [],
      expirationTime: try row.optionalTime("expires"),
      traceParent: try row.optionalText("trace_parent"),
      orderKey: try row.optionalText("order_key"))
    let awaited = try row.optionalText("signal")
    signal = state == .delayed ? awaited : nil
    guard let flow = try row.optionalInteger("flow") else { return }
    step = JobStep(
      flow: JobID(flow), flowName: try row.text("flow_name"), name: try row.text("step"),
      after: Self.identifiers(try row.optionalText("dependency")))
  }

  /// Parses identifiers that are separated by commas, and sorts them.
  private static func identifiers(_ text: String?) -> [JobID] {
    (text ?? "").split(separator: ",").compactMap { JobID(String($0)) }.sorted()
  }
}

extension StoredStep {
  /// Reads the columns of a step.
  init(_ row: some SQLRow) throws(TaskStoreError) {
    var row = row
    do throws(UnreadableValue) {
      self.init(
        number: Int(try row.integer("number")), name: try row.text("name"),
        kind: Kind(rawValue: try row.text("kind")), result: try row.optionalText("result"),
        endTime: try row.time("ended"))
    } catch {
      // Without the step, its work would run again.
      throw TaskStoreError(
        .database, "a stored step of a job cannot be read: \(error).", underlyingError: error)
    }
  }
}

extension JobClaim {
  /// Reads the columns of a job that is claimed.
  init(_ row: some SQLRow, owner: String) throws(UnreadableValue) {
    var row = row
    self.init(
      id: JobID(try row.integer("id")), name: try row.text("name"), queue: try row.text("queue"),
      payload: try row.text("payload"), attempt: Int(try row.integer("attempt")), owner: owner,
      token: try row.integer("token"),
      enqueueTime: try row.time("enqueued"), dueTime: try row.time("due"),
      startTime: try row.time("begun"),
      flow: try row.optionalInteger("flow").map { JobID($0) },
      maximumAttempts: try row.optionalInteger("max_attempts").map { Int($0) },
      traceParent: try row.optionalText("trace_parent"))
  }
}
