@testable import TaskStore

/// The contents of a store at a point of time, as a value to which a test can go back.
struct StoreMoment: Hashable, Sendable {
  fileprivate var contents: String
  /// The time in nanoseconds, by both clocks of the store.
  var time: Int64 = 0
  /// The jobs, or the fires if there are no other jobs, starting with the first.
  fileprivate(set) var records: [JobRecord] = []
  /// The steps of the first job.
  fileprivate(set) var steps: [StoredStep] = []
  /// The names of the signals that no step has received.
  fileprivate(set) var signals: [String] = []

  /// The time of the moment at which a store is now.
  @TaskLocal fileprivate static var now: Int64 = 0

  fileprivate init(_ contents: String) { self.contents = contents }
}

/// A state that events lead out of, in a store that goes back to the moment of each state.
protocol ExploredState: Hashable, Sendable {
  associatedtype Event
  associatedtype Change: Hashable & Sendable

  /// The rule that is broken, or `nil` if none is.
  var violation: String? { get }

  /// Returns the events that can happen, with the states after them.
  func next(in store: isolated SQLiteStore) throws -> [(Event, Self)]

  /// Returns what an event has changed, in words of the documentation.
  func changes(by event: Event, since before: Self) -> Set<Change>
}

/// All states that follow one, in every order of events.
struct Exploration<State: ExploredState>: Sendable {
  var states: Set<State>
  var changes: Set<State.Change> = []
  var violations: Set<String> = []
}

extension ExploredState {
  /// Explores all states that follow one.
  ///
  /// States with a broken rule are not explored further.
  ///
  /// - Parameters:
  ///   - expected: A broken rule at which the exploration ends.
  ///   - first: Returns the first state, in an empty store.
  /// - Returns: The states, the changes and the broken rules.
  /// - Throws: An error of the store.
  static func explore(
    until expected: String? = nil, from first: @Sendable (isolated SQLiteStore) throws -> Self
  ) async throws -> Exploration<Self> {
    let store = SQLiteStore(
      at: nil,
      clock: StoreClock(
        now: { TaskTime(nanoseconds: StoreMoment.now) }, monotonic: { StoreMoment.now },
        boot: "boot"))
    var open = [try await first(store)]
    var exploration = Exploration(states: Set(open))
    while !open.isEmpty, !exploration.violations.contains(where: { $0 == expected }) {
      try await explore(100, of: &open, in: store, &exploration)
    }
    return exploration
  }

  /// Explores some states, so that other tests get the thread between two calls.
  private static func explore(
    _ count: Int, of open: inout [Self], in store: isolated SQLiteStore,
    _ exploration: inout Exploration<Self>
  ) throws {
    for _ in 0..<count {
      guard let state = open.popLast() else { return }
      if let violation = state.violation {
        exploration.violations.insert(violation)
        continue
      }
      for (event, next) in try state.next(in: store) {
        exploration.changes.formUnion(next.changes(by: event, since: state))
        if exploration.states.insert(next).inserted { open.append(next) }
      }
    }
  }
}

extension SQLiteStore {
  /// Returns the present moment, at time 0.
  func moment() throws -> StoreMoment { StoreMoment(try contents(ContentsSQL.sql.get())) }

  /// Goes back to a moment, makes a change, and updates the moment.
  func change<Result>(_ moment: inout StoreMoment, _ change: () throws -> Result) throws -> Result {
    let sql = try ContentsSQL.sql.get()
    let database = try database
    try database.transaction { () throws(TaskStoreError) in
      for table in sql.tables {
        try database.run(table.deletion)
        try database.run(table.insertion, .text(moment.contents))
      }
    }
    let result = try StoreMoment.$now.withValue(moment.time, operation: change)
    let contents = try contents(sql)
    guard contents != moment.contents else { return result }
    moment.contents = contents
    moment.records = try jobs(JobFilter(limit: .max)).reversed()
    if let job = moment.records.first {
      moment.steps = try steps(of: job.id)
      moment.signals = try database.rows("SELECT name FROM task_signal").compactMap(\.first?.text)
    } else {
      moment.records = try jobs(JobFilter(queue: "schedule:", limit: .max)).reversed()
    }
    return result
  }

  private func contents(_ sql: ContentsSQL) throws -> String {
    try database.rows(sql.query).first?.first?.text ?? ""
  }
}

/// The statements that read and replace all rows of a store.
private struct ContentsSQL: Sendable {
  let query: String
  let tables: [(deletion: String, insertion: String)]

  static let sql = Result { try ContentsSQL() }

  private init() throws {
    let database = try SQLiteDatabase(path: ":memory:")
    try SQLiteSchema.update(database, path: ":memory:")
    let tables = try database.rows(
      """
      SELECT name, (SELECT group_concat(name) FROM pragma_table_info(m.name))
      FROM sqlite_master AS m WHERE type = 'table'
      """
    ).map { row in
      (name: row[0].text ?? "", columns: row[1].text?.split(separator: ",") ?? [])
    }
    let contents = tables.map { table in
      """
      (SELECT json_group_array(json_array(\(table.columns.joined(separator: ","))))
      FROM (SELECT * FROM \(table.name) ORDER BY 1))
      """
    }
    query = "SELECT json_array(\(contents.joined(separator: ",")))"
    self.tables = tables.enumerated().map { index, table in
      let values = table.columns.indices.map { "value->>\($0)" }.joined(separator: ",")
      // The last jobs first, because a trigger blocks a job that is stored after an open one with
      // its order key.
      return (
        "DELETE FROM \(table.name)",
        """
        INSERT INTO \(table.name) SELECT \(values) FROM json_each(?, '$[\(index)]')
        ORDER BY key DESC
        """
      )
    }
  }
}
