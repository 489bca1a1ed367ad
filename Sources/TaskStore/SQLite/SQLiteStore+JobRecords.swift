import Foundation
import TaskKit

// Looking at jobs, and changing those of others.
extension SQLiteStore {
  static let select = """
    SELECT id, name, queue, priority, state, payload, enqueued, due, attempt, cancelling, owner,
      token, begun, ended, progress, result, detail
    FROM task_job
    """

  /// The condition of a filter, whose values are those of ``values(of:)``.
  private static let fits = """
    (?1 IS NULL OR id IN (SELECT value FROM json_each(?1)))
    AND (?2 IS NULL OR name = ?2) AND (?3 IS NULL OR queue = ?3)
    AND (?4 IS NULL OR state IN (SELECT value FROM json_each(?4)))
    """

  private func values(of filter: JobFilter) -> [SQLiteValue] {
    func value(_ text: String?) -> SQLiteValue { text.map { .text($0) } ?? .null }
    return [
      value(filter.ids.map { JobText.json($0.map(\.number)) }), value(filter.name),
      value(filter.queue), value(filter.states.map { JobText.json($0.map(\.rawValue)) }),
      .integer(Int64(max(0, filter.limit))),
    ]
  }

  public func jobs(_ filter: JobFilter) throws -> [JobRecord] {
    try opened.database.rows(
      "\(Self.select) WHERE \(Self.fits) ORDER BY id DESC LIMIT ?5", values(of: filter)
    ).compactMap { try? JobRecord($0) }
  }

  public func cancel(_ filter: JobFilter) throws -> Int {
    let now = SQLiteValue.time(clock.now())
    return try change(
      filter,
      """
      UPDATE task_job SET
        state = CASE WHEN state = 'running' THEN state ELSE 'cancelled' END,
        cancelling = state = 'running',
        ended = CASE WHEN state = 'running' THEN NULL ELSE ?6 END,
        holds_key = holds_key AND (state = 'running' OR coalesce(key_end > ?6, 0))
      WHERE id IN (
        SELECT id FROM task_job WHERE \(Self.fits) AND cancelling = 0
          AND state IN ('delayed', 'waiting', 'running') ORDER BY id DESC LIMIT ?5)
      """, now)
  }

  public func retry(_ filter: JobFilter) throws -> Int {
    try change(
      filter,
      """
      UPDATE OR IGNORE task_job SET state = 'waiting', attempt = 0, cancelling = 0, due = ?6,
        ended = NULL, holds_key = key IS NOT NULL
      WHERE id IN (
        SELECT id FROM task_job WHERE \(Self.fits) AND state IN ('failed', 'cancelled')
        ORDER BY id DESC LIMIT ?5)
      """, .time(clock.now()))
  }

  private func change(_ filter: JobFilter, _ statement: String, _ now: SQLiteValue) throws -> Int {
    let connection = try opened
    let count = try connection.database.run(statement, values(of: filter) + [now])
    if count > 0 { connection.file.ring() }
    return count
  }

  public func setPaused(_ isPaused: Bool, queue: String) throws {
    let connection = try opened
    try connection.database.run(
      """
      INSERT INTO task_queue (queue, paused) VALUES (?, ?)
      ON CONFLICT (queue) DO UPDATE SET paused = excluded.paused
      """, .text(queue), .integer(isPaused ? 1 : 0))
    connection.file.ring()
  }

  public func queues() throws -> [JobQueueRecord] {
    let database = try opened.database
    var queues: [String: JobQueueRecord] = [:]
    for row in try database.rows("SELECT queue FROM task_queue WHERE paused = 1") {
      guard let name = row[0].text else { continue }
      queues[name] = JobQueueRecord(name: name, isPaused: true)
    }
    for row in try database.rows(
      "SELECT queue, state, count(*) FROM task_job GROUP BY queue, state")
    {
      guard let name = row[0].text, let state = row[1].text, let count = row[2].integer else {
        continue
      }
      queues[name, default: JobQueueRecord(name: name)]
        .counts[JobRecord.State(rawValue: state)] = Int(count)
    }
    return queues.values.sorted { $0.name < $1.name }
  }

  public func pruneJobs(limit: Int) throws -> Int {
    try opened.database.run(
      """
      DELETE FROM task_job WHERE id IN (
        SELECT id FROM task_job WHERE ended IS NOT NULL AND ended + retention < ?
        ORDER BY ended + retention, id LIMIT ?)
      """, .time(clock.now()), .integer(Int64(max(0, limit))))
  }
}

/// Lists of values in the text of a statement's parameter.
enum JobText {
  static func json(_ values: [some Encodable]) -> String {
    // Texts and whole numbers can always be written.
    (try? JSONEncoder().encode(values)).map { String(decoding: $0, as: UTF8.self) } ?? "[]"
  }
}

extension JobRecord {
  /// Reads the columns of a job.
  init(_ row: [SQLiteValue]) throws(UnreadableValue) {
    var row = SQLiteRowReader(row)
    self.init(
      id: JobID(try row.integer("id")), name: try row.text("name"), queue: try row.text("queue"),
      priority: Int(try row.integer("priority")), state: State(rawValue: try row.text("state")),
      payload: try row.text("payload"),
      enqueued: TaskTime(nanoseconds: try row.integer("enqueued")),
      due: TaskTime(nanoseconds: try row.integer("due")),
      attempt: Int(try row.integer("attempt")), isCancelling: try row.integer("cancelling") != 0,
      owner: try row.optionalText("owner"), token: try row.optionalInteger("token"),
      begun: try row.time("begun"), ended: try row.time("ended"),
      progress: try row.optionalText("progress").flatMap(Double.init),
      result: try row.optionalText("result"), detail: try row.optionalText("detail"))
  }
}
