import RecordFormat

/// The caller's own transaction in the database of a store, in which jobs are stored.
///
/// ```swift
/// try await Jobs.enqueue(OrderPlaced.self, order, in: transaction)
/// ```
///
/// The jobs are there when the transaction is committed, together with what else the caller has
/// changed in it, and when it is rolled back they have never been. ``JobTransaction/sqlite(_:schema:)``
/// and ``JobTransaction/libpq(_:)`` use connections of the C libraries; for another driver, declare
/// a type whose ``run(_:_:)`` hands statements to it.
///
/// - Concurrency: ``run(_:_:)`` is called on the caller's actor, one call after the other. A
///   transaction need not be `Sendable`; in a module without `NonisolatedNonsendingByDefault`,
///   write `nonisolated(nonsending) func run`.
public protocol JobTransaction {
  /// The database that the transaction is in.
  var database: JobDatabase { get }

  /// Runs a statement in the transaction.
  ///
  /// - Parameters:
  ///   - sql: One statement. Its parameters are `?` or `?1` for SQLite, and `$1` for PostgreSQL.
  ///   - values: The values of the parameters, for PostgreSQL only texts and nulls.
  /// - Returns: The rows; none, if it is no query.
  /// - Throws: The driver's error.
  nonisolated(nonsending) func run(
    _ sql: String, _ values: [JobSQLValue]
  ) async throws -> [[JobSQLValue]]
}

/// The kind of database that a transaction is in, and where the store's tables are.
public struct JobDatabase: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    case sqlite(schema: String)
    case postgres
  }

  let kind: Kind

  /// A connection of SQLite to the store's file, or one to which that is attached.
  ///
  /// - Parameter schema: The name under which the store's file is attached, `"main"` for the file
  ///   that the connection was opened with.
  /// - Returns: The database.
  public static func sqlite(schema: String = "main") -> JobDatabase {
    JobDatabase(kind: .sqlite(schema: schema))
  }

  /// A session of PostgreSQL in the store's database; the schema is the store's.
  public static let postgres = JobDatabase(kind: .postgres)
}

/// A value in a statement or a row of a ``JobTransaction``.
public enum JobSQLValue: Sendable, Hashable {
  /// A number, which a driver may also return as a text.
  case integer(Int64)

  /// A text.
  case text(String)

  /// No value.
  case null

  /// The number, which some drivers return as a text.
  var number: Int64? {
    switch self {
    case .integer(let number): number
    case .text(let text): Int64(text)
    case .null: nil
    }
  }

  /// The text that PostgreSQL has for the value.
  var text: String? {
    switch self {
    case .integer(let number): "\(number)"
    case .text(let text): text
    case .null: nil
    }
  }
}

/// A store that keeps jobs in a database in which callers have transactions of their own.
protocol TransactionalJobStore: JobStore {
  /// Stores jobs in a transaction, by the store's rules and without its connection.
  ///
  /// - Returns: The identifiers, in the order of the jobs.
  /// - Throws: A ``TaskStoreError`` of code ``TaskStoreError/Code/unfitTransaction`` if the
  ///   transaction is not in a database of such stores, with nothing changed in it; or the
  ///   driver's error.
  nonisolated(nonsending) func enqueue(
    _ jobs: [NewJob], in transaction: some JobTransaction, at location: CodeLocation
  ) async throws -> [JobID]
}

extension TaskStoreError {
  /// The transaction is in another kind of database than the store.
  static func otherDatabase(_ store: String, at location: CodeLocation) -> TaskStoreError {
    TaskStoreError(
      .unfitTransaction,
      """
      the store of the manager is in \(store), and the transaction is not: begin one in the \
      store's database, or leave out 'in:'.
      """,
      at: location)
  }

  /// The database of the transaction has no tables of a store.
  static func noTables(in place: String, at location: CodeLocation) -> TaskStoreError {
    TaskStoreError(
      .unfitTransaction,
      """
      \(place) of the transaction has no tables of a store: open the store in it first, with \
      'TaskManager.shared.use(_:)', or begin the transaction in the store's database.
      """,
      at: location)
  }

  /// The tables in the database of the transaction have another version than the store's.
  static func otherVersion(
    _ found: Int64, than known: Int64, in place: String, at location: CodeLocation
  ) -> TaskStoreError {
    TaskStoreError(
      found > known ? .laterVersion : .unfitTransaction,
      """
      \(place) of the transaction has tables of version \(found), and this program stores jobs in \
      those of version \(known): \(found > known ? "update the program" : "open the store in it first").
      """,
      at: location)
  }
}
