/// The work in a store that another build must be able to continue, without payloads.
///
/// It is read without a lock and changes nothing, so processes may use the store at the same time.
package struct StoreContents: Sendable, Equatable {
  /// The jobs with the same name, queue, state and step that have not ended.
  package struct Jobs: Sendable, Equatable {
    package let name: String
    package let queue: String
    package let state: String
    /// The flow and its step that the jobs are, or `nil` for jobs of no flow.
    package let flow: String?
    package let step: String?
    package let count: Int
    /// The smallest id of these jobs.
    package let example: Int64
  }

  /// The results of ended steps that other steps of their flows may still read.
  package struct Results: Sendable, Equatable {
    package let name: String
    package let count: Int
    /// The smallest id of these steps.
    package let example: Int64
  }

  /// A durable schedule.
  package struct Schedule: Sendable, Equatable {
    /// The name of the task in the store.
    package let task: String
    /// The definition with which the schedule was planned last.
    package let definition: String
    package let isPaused: Bool
  }

  /// The jobs, by name, queue and state.
  package var jobs: [Jobs] = []
  /// The results, by name.
  package var results: [Results] = []
  /// The schedules, by name.
  package var schedules: [Schedule] = []

  /// Creates the contents of an empty store.
  package init() {}

  init(jobs: [Jobs], results: [Results] = [], schedules: [Schedule]) {
    self.jobs = jobs
    self.results = results
    self.schedules = schedules
  }

  /// A store to read.
  package enum Place: Sendable, Equatable {
    case sqlite(path: String)
    case postgres(connection: String, schema: String)
  }

  /// Reads a store.
  ///
  /// - Throws: An error if the store does not exist, cannot be read, is locked, or has tables of a
  ///   later version.
  package static func read(_ place: Place) async throws -> StoreContents {
    switch place {
    case .sqlite(let path): try StoreContents(sqlite: path)
    case .postgres(let connection, let schema):
      try await read(postgres: connection, schema: PostgresSchema(name: schema))
    }
  }

  /// The version of the tables that added flows.
  private static let versionWithFlows: Int64 = 3

  /// The version of the tables that added jobs.
  private static let versionWithJobs: Int64 = 2

  /// The queries, of which older tables lack some.
  private struct Queries {
    let schedules: String
    var jobs: String?
    var results: String?
  }

  /// Returns the queries for tables of a version, with their qualified names.
  private static func queries(_ version: Int64, table: (String) -> String) -> Queries {
    var queries = Queries(
      schedules: "SELECT task, definition, paused FROM \(table("task_schedule")) ORDER BY task")
    guard version >= versionWithJobs else { return queries }
    let open = JobRecord.State.open.map { "'\($0)'" }.joined(separator: ", ")
    let steps = version >= versionWithFlows ? "flow_name, step" : "NULL, NULL"
    queries.jobs = """
      SELECT name, queue, state, \(steps), count(*), min(id) FROM \(table("task_job"))
      WHERE state IN (\(open)) GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
      """
    guard version >= versionWithFlows else { return queries }
    queries.results = """
      SELECT name, count(*), min(id) FROM \(table("task_job")) AS step
      WHERE flow IS NOT NULL AND state = 'succeeded' AND EXISTS (
        SELECT 1 FROM \(table("task_job")) AS other
        WHERE other.flow = step.flow AND other.state IN (\(open)))
      GROUP BY name ORDER BY name
      """
    return queries
  }

  /// Reads the rows of the queries, of which older tables lack some.
  private init(
    rowsOfSchedules: [some SQLRow], jobs rowsOfJobs: [some SQLRow],
    results rowsOfResults: [some SQLRow]
  ) throws {
    do {
      schedules = try rowsOfSchedules.map { try Schedule($0) }
      jobs = try rowsOfJobs.map { try Jobs($0) }
      results = try rowsOfResults.map { try Results($0) }
    } catch let error as UnreadableValue {
      throw TaskStoreError(
        .database,
        """
        the column '\(error.column)' of the store has a value that no release writes: repair it, \
        or restore the store from a backup.
        """)
    }
  }
}

extension StoreContents.Jobs {
  fileprivate init(_ row: some SQLRow) throws {
    var row = row
    name = try row.text("name")
    queue = try row.text("queue")
    state = try row.text("state")
    flow = try row.optionalText("flow_name")
    step = try row.optionalText("step")
    count = Int(try row.integer("count"))
    example = try row.integer("min")
  }
}

extension StoreContents.Results {
  fileprivate init(_ row: some SQLRow) throws {
    var row = row
    name = try row.text("name")
    count = Int(try row.integer("count"))
    example = try row.integer("min")
  }
}

extension StoreContents.Schedule {
  fileprivate init(_ row: some SQLRow) throws {
    var row = row
    task = try row.text("task")
    definition = try row.text("definition")
    isPaused = try row.boolean("paused")
  }
}

// MARK: - SQLite

extension StoreContents {
  private init(sqlite path: String) throws {
    let database = try SQLiteDatabase(readingFrom: path, SQLiteLibrary.ofSystem())
    database.setBusyTimeout(milliseconds: SQLiteStore.busyTimeout)
    // One state of the file for all queries.
    try database.run("BEGIN")
    let version = try SQLiteSchema.readableVersion(of: database, path: path)
    let queries = Self.queries(version) { $0 }
    func rows(_ query: String?) throws -> [SQLiteRow] {
      try query.map { try database.rows($0).map(SQLiteRow.init) } ?? []
    }
    try self.init(
      rowsOfSchedules: rows(queries.schedules), jobs: rows(queries.jobs),
      results: rows(queries.results))
  }
}

// MARK: - PostgreSQL

extension StoreContents {
  private static func read(
    postgres connection: String, schema: PostgresSchema
  ) async throws -> StoreContents {
    let session = try await PostgresConnection.open(connection, PostgresLibrary.ofSystem()) { _ in }
    do {
      return try await read(session, schema)
    } catch let error as TaskStoreError where error.message.contains("permission denied") {
      throw TaskStoreError(
        .database,
        """
        the role may not read the schema '\(schema.name)': \(error.message) Grant it: GRANT USAGE \
        ON SCHEMA \(schema.quotedName) TO role; GRANT SELECT ON ALL TABLES IN SCHEMA \
        \(schema.quotedName) TO role;
        """)
    }
  }

  private static func read(
    _ session: PostgresConnection, _ schema: PostgresSchema
  ) async throws -> StoreContents {
    _ = try await session.run([
      PostgresStatement("SET default_transaction_read_only = on"),
      PostgresStatement("SET default_transaction_isolation = 'repeatable read'"),
      PostgresStatement("SET lock_timeout = '5s'"),
    ])
    let version = try await schema.readableVersion(of: session)
    let queries = queries(version) { schema($0) }
    // One transaction, and so one state of the tables for all queries.
    let rows = try await session.run(
      [queries.schedules, queries.jobs, queries.results].compactMap(\.self)
        .map { PostgresStatement($0) })
    return try StoreContents(
      rowsOfSchedules: rows[0], jobs: rows.count > 1 ? rows[1] : [],
      results: rows.count > 2 ? rows[2] : [])
  }
}
