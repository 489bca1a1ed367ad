/// A store that a deployment check reads.
package enum StorePlace: Sendable, Hashable {
  case sqlite(path: String)
  case postgres(connection: String, schema: String)
}

/// The reason why a store cannot be read.
package struct StoreReadingError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Sentences that describe the problem and suggest a fix.
  package let description: String

  init(_ description: String) { self.description = description }
}

/// A connection to the database of a store, which only reads.
///
/// All queries see the same state of the tables.
protocol StoreSession {
  /// The version of the store's tables.
  func version() throws(StoreReadingError) -> Int

  /// Returns the qualified name of a table.
  func table(_ name: String) -> String

  /// Returns the rows of a query, with the value of each column as a string, or `nil` for null.
  func rows(_ query: String) throws(StoreReadingError) -> [[String?]]
}

extension StoreInventory {
  /// The latest version of the tables that can be read.
  package static let latestVersion = 6
  /// The versions that added jobs, flows, steps, and the jobs that are fires of schedules.
  private static let versionWithJobs = 2
  private static let versionWithFlows = 3
  private static let versionWithSteps = 5
  private static let versionWithFires = 6

  /// Reads the names, counts and definitions in a store.
  ///
  /// It reads payloads only for samples: the latest `sampleCount` of all jobs with the same name,
  /// queue and step.
  ///
  /// The tools read stores themselves, with the libraries of the system. TaskStore would load
  /// Foundation into each start of `modkit`, and compile into each package that checks its wiring.
  ///
  /// - Throws: An error if the store does not exist, cannot be read, is locked, or has tables of a
  ///   later version.
  package static func read(
    _ place: StorePlace, sampleCount: Int = 0
  ) throws(StoreReadingError) -> StoreInventory {
    switch place {
    case .sqlite(let path): try StoreInventory(SQLiteSession(path: path), sampleCount)
    case .postgres(let connection, let schema):
      try StoreInventory(PostgresSession(connection, schema: schema), sampleCount)
    }
  }

  private init(
    _ session: some StoreSession, _ sampleCount: Int
  ) throws(StoreReadingError) {
    let version = try session.version()
    guard version > 0 else {
      throw StoreReadingError(
        """
        it is damaged: its tables have version \(version), and versions start with 1. Restore it \
        from a backup.
        """)
    }
    guard version <= Self.latestVersion else {
      throw StoreReadingError(
        """
        its tables have version \(version), but this modkit supports versions up to \
        \(Self.latestVersion). Use the modkit of a later release.
        """)
    }
    self.init()
    schedules = try session.rows(
      "SELECT task, definition FROM \(session.table("task_schedule")) ORDER BY task"
    ).map { Schedule($0[0] ?? "", definition: $0[1] ?? "") }
    guard version >= Self.versionWithJobs else { return }
    let hasFlows = version >= Self.versionWithFlows
    jobs = Self.jobs(
      try session.rows(
        """
        SELECT name, queue, \(hasFlows ? "flow_name, step" : "NULL, NULL"), state, count(*), min(id)
        FROM \(session.table("task_job"))
        WHERE state IN (\(Self.openStates)) \(version >= Self.versionWithFires ? "AND fire IS NULL" : "")
        GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
        """))
    if sampleCount > 0 {
      for index in jobs.indices {
        let step = jobs[index].step.map { [("flow_name", $0.flow), ("step", $0.name)] } ?? []
        let names = [("name", jobs[index].name), ("queue", jobs[index].queue)] + step
        let conditions = names.map { "\($0.0) = \(Self.literal($0.1))" }
        jobs[index].samples = try session.rows(
          """
          SELECT id, payload FROM \(session.table("task_job"))
          WHERE \(conditions.joined(separator: " AND ")) AND state IN (\(Self.openStates))
          \(hasFlows && step.isEmpty ? "AND flow_name IS NULL" : "")
          ORDER BY id DESC LIMIT \(sampleCount)
          """
        ).map { Sample(id: $0[0] ?? "", json: $0[1] ?? "") }
      }
    }
    guard hasFlows else { return }
    results = try session.rows(
      """
      SELECT name, count(*), min(id) FROM \(session.table("task_job")) AS step
      WHERE flow IS NOT NULL AND state = 'succeeded' AND EXISTS (
        SELECT 1 FROM \(session.table("task_job")) AS other
        WHERE other.flow = step.flow AND other.state IN (\(Self.openStates)))
      GROUP BY name ORDER BY name
      """
    ).map { Results($0[0] ?? "", count: Int($0[1] ?? "") ?? 0, example: $0[2] ?? "") }
    guard version >= Self.versionWithSteps else { return }
    stepped = try session.rows(
      """
      SELECT name, count(*), min(id) FROM \(session.table("task_job")) AS job
      WHERE state IN (\(Self.openStates)) AND EXISTS (
        SELECT 1 FROM \(session.table("task_step")) AS step WHERE step.job = job.id)
      GROUP BY name ORDER BY name
      """
    ).map { Stepped($0[0] ?? "", count: Int($0[1] ?? "") ?? 0, example: $0[2] ?? "") }
  }

  /// The states of jobs that have not ended.
  private static let openStates = "'blocked', 'delayed', 'waiting', 'running'"

  /// Returns a string as SQL writes it.
  private static func literal(_ text: String) -> String {
    "'\(text.replacing("'", with: "''"))'"
  }

  /// Joins the rows of jobs that differ in their states only.
  private static func jobs(_ rows: [[String?]]) -> [Jobs] {
    let groups = Dictionary(grouping: rows) { Array($0[..<4]) }
    return groups.map { key, rows in
      Jobs(
        key[0] ?? "", queue: key[1] ?? "",
        step: key[2].map { Step(flow: $0, name: key[3] ?? "") },
        counts: Dictionary(
          rows.map { ($0[4] ?? "", Int($0[5] ?? "") ?? 0) }, uniquingKeysWith: { $0 + $1 }),
        example: "\(rows.compactMap { $0[6].flatMap { Int($0) } }.min() ?? 0)")
    }.sorted { ($0.name, $0.queue, $0.example) < ($1.name, $1.queue, $1.example) }
  }
}
