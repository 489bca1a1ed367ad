import TaskKit

/// A store in a schema of a PostgreSQL server, for processes on several machines.
///
/// It uses the libpq of the system, which is opened with the store. Service files, passwords in
/// `PGPASSFILE`, certificates and all other settings are handled by libpq. The server must have
/// version 15 or later, and its clock is authoritative.
///
/// A lost connection is reopened, with growing pauses. Connect to the server directly, or to a
/// pooler in session mode.
///
/// - Concurrency: May be used from any task. No thread waits for the server.
public actor PostgresStore: TaskStore {
  private let connectionString: String
  private let libraryName: String?
  private let monotonic: @Sendable () -> Int64
  let schema: PostgresSchema
  private let hintBoard = Hints()

  /// The queues with a width or a rate that have a row in the database.
  var queuesWithRow: Set<String> = []

  private var library: PostgresLibrary?
  private var connection: PostgresConnection?
  /// The current attempt to connect.
  private var attempt: Task<PostgresConnection, any Error>?
  private var failures = 0
  /// The time of the next attempt, by the monotonic clock, and the error of the last one.
  private var pause: (end: Int64, error: TaskStoreError)?
  private var description: String

  /// Creates a store, which connects when it is opened.
  ///
  /// - Parameters:
  ///   - connection: A connection string for libpq: a URI, words such as `host=db dbname=shop`, or
  ///     `service=shop`.
  ///   - schema: The name of the schema with the tables, which is created if it does not exist.
  public init(_ connection: String, schema: String = "modularity_kit") {
    self.init(connection, schema: schema, library: nil)
  }

  /// Creates a store with a library, an expression for the time and a clock for a test.
  package init(
    _ connection: String, schema: String, library: String?, now: String? = nil,
    monotonic: @escaping @Sendable () -> Int64 = StoreClock.system.monotonic
  ) {
    connectionString = connection
    libraryName = library
    self.monotonic = monotonic
    var schema = PostgresSchema(name: schema)
    if let now { schema.now = now }
    self.schema = schema
    description = "PostgreSQL, not connected"
  }

  /// The server and its version, the database and the schema.
  public var summary: String { description }

  public func open() async throws {
    if library == nil {
      library =
        try libraryName.map { name throws(TaskStoreError) in try PostgresLibrary(name) }
        ?? PostgresLibrary.ofSystem()
    }
    _ = try await connected()
  }

  public func hints() -> AsyncStream<Void> { hintBoard.stream() }

  // MARK: - The connection

  /// Runs statements in one transaction.
  ///
  /// - Returns: The rows of each statement.
  /// - Throws: The server's error, or the reason why the connection failed.
  func run(_ statements: PostgresStatement...) async throws -> [[PostgresRow]] {
    try await run(statements)
  }

  /// Runs statements in one transaction.
  ///
  /// - Parameters:
  ///   - statements: The statements.
  ///   - givesHint: Whether to send a hint to all other sessions afterwards, in any case and
  ///     without another round trip to the server.
  /// - Returns: The rows of each statement.
  /// - Throws: The server's error, or the reason why the connection failed.
  func run(
    _ statements: [PostgresStatement], givesHint: Bool = false
  ) async throws -> [[PostgresRow]] {
    let connection = try await connected()
    do throws(TaskStoreError) {
      return try await connection.run(statements, hint: givesHint ? notification : nil)
    } catch {
      if error.code == .connection, self.connection === connection {
        self.connection = nil
        description = "PostgreSQL, not connected"
      }
      throw error
    }
  }

  /// Sends a hint to all other sessions.
  ///
  /// It uses a separate transaction. The server commits transactions with notifications one at a
  /// time, and this one needs no disk write. Errors are ignored: the change has already been made,
  /// and a lost hint costs a second.
  func notify() async {
    _ = try? await run(notification)
  }

  /// The statement that sends a hint to all other sessions when its transaction is committed.
  nonisolated var notification: PostgresStatement {
    PostgresStatement(
      "SELECT pg_notify($1, $2)::text", .text(PostgresSchema.channel), .text(schema.name))
  }

  private func connected() async throws -> PostgresConnection {
    if let connection { return connection }
    if let attempt { return try await attempt.value }
    guard let library else {
      throw TaskStoreError(
        .connection, "the store is not open: call 'open()', or pass it to 'use(_:)'.")
    }
    if let pause, pause.end > monotonic() { throw pause.error }
    let attempt = Task { [connectionString, schema, hintBoard] in
      // `nil` means that the connection is lost and must be reopened.
      let new = try await PostgresConnection.open(connectionString, library) { text in
        if text == nil || text == schema.name { hintBoard.give() }
      }
      try await schema.prepare(new)
      return new
    }
    self.attempt = attempt
    defer { self.attempt = nil }
    do {
      let new = try await attempt.value
      let server = await new.server
      description = """
        PostgreSQL \(server.versionText) at '\(server.host)', database '\(server.database)', schema \
        '\(schema.name)'
        """
      connection = new
      (failures, pause) = (0, nil)
      return new
    } catch {
      // Pauses start at half a second and double up to four seconds, with random variation.
      let base = 500_000_000 << min(failures, 3)
      failures += 1
      if let error = error as? TaskStoreError {
        pause = (monotonic() + Int64.random(in: Int64(base) / 2...Int64(base)), error)
      }
      throw error
    }
  }
}

extension TaskStore where Self == PostgresStore {
  /// Returns a store in a schema of a PostgreSQL server, for processes on several machines.
  ///
  /// - Parameters:
  ///   - connection: A connection string for libpq: a URI, words such as `host=db dbname=shop`, or
  ///     `service=shop`.
  ///   - schema: The name of the schema with the tables, which is created if it does not exist.
  /// - Returns: The store.
  public static func postgres(
    _ connection: String, schema: String = "modularity_kit"
  ) -> PostgresStore { PostgresStore(connection, schema: schema) }
}
