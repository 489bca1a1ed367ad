import RecordFormat

/// A transaction of the caller in the database of a store, in which jobs are stored.
///
/// ```swift
/// try await Jobs.enqueue(OrderPlaced.self, order, in: transaction)
/// ```
///
/// The jobs exist when the transaction is committed, together with the caller's other changes. If
/// it is rolled back, they do not exist. ``JobTransaction/sqlite(_:schema:)`` and
/// ``JobTransaction/libpq(_:)`` use connections of the C libraries. For another driver, declare a
/// type whose ``run(_:_:)`` passes statements to it.
///
/// - Concurrency: ``run(_:_:)`` is called on the caller's actor, one call after the other. A
///   transaction need not be `Sendable`. In a module without `NonisolatedNonsendingByDefault`,
///   write `nonisolated(nonsending) func run`.
public protocol JobTransaction {
  /// The database of the transaction.
  var database: JobDatabase { get }

  /// Runs a statement in the transaction.
  ///
  /// - Parameters:
  ///   - sql: One statement. Its parameters are `?` or `?1` for SQLite, and `$1` for PostgreSQL.
  ///   - values: The values of the parameters. For PostgreSQL, they are only strings and nulls.
  /// - Returns: The rows, which are empty if the statement is not a query.
  /// - Throws: The driver's error.
  nonisolated(nonsending) func run(
    _ sql: String, _ values: [JobSQLValue]
  ) async throws -> [[JobSQLValue]]
}

/// The kind of a transaction's database, and the place of the store's tables in it.
public struct JobDatabase: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    case sqlite(schema: String)
    case postgres
  }

  let kind: Kind

  /// Returns a connection of SQLite to the store's file, or a connection to which that file is
  /// attached.
  ///
  /// - Parameter schema: The name under which the store's file is attached. Use `"main"` for the
  ///   file with which the connection was opened.
  /// - Returns: The database.
  public static func sqlite(schema: String = "main") -> JobDatabase {
    JobDatabase(kind: .sqlite(schema: schema))
  }

  /// A session of PostgreSQL in the store's database, with the schema of the store.
  public static let postgres = JobDatabase(kind: .postgres)
}

/// A value in a statement or a row of a ``JobTransaction``.
public enum JobSQLValue: Sendable, Hashable {
  /// An integer, which a driver may also return as a string.
  case integer(Int64)

  /// A string.
  case text(String)

  /// The null value.
  case null

  /// The integer, which some drivers return as a string.
  var number: Int64? {
    switch self {
    case .integer(let number): number
    case .text(let text): Int64(text)
    case .null: nil
    }
  }

  /// The string that represents the value in PostgreSQL.
  var text: String? {
    switch self {
    case .integer(let number): "\(number)"
    case .text(let text): text
    case .null: nil
    }
  }
}

/// A store that keeps jobs in a database in which callers can have their own transactions.
protocol TransactionalJobStore: TaskStore {
  /// Stores jobs in a transaction, with the rules of the store but without its connection.
  ///
  /// - Returns: The identifiers, in the order of the jobs.
  /// - Throws: A ``TaskStoreError`` with the code ``TaskStoreError/Code/unfitTransaction`` if the
  ///   transaction's database has no tables of a store. In that case nothing is changed. Or the
  ///   driver's error.
  nonisolated(nonsending) func enqueue(
    _ jobs: [NewJob], in transaction: some JobTransaction, at location: CodeLocation
  ) async throws -> [JobID]

  /// Stores a step that has run in a transaction, with the rules of ``TaskStore/record(_:of:)``.
  nonisolated(nonsending) func record(
    _ step: NewStep, of claim: JobClaim, in transaction: some JobTransaction,
    at location: CodeLocation
  ) async throws -> StoredStep?

  /// Sends a signal in a transaction, with the rules of ``TaskStore/send(_:)``.
  nonisolated(nonsending) func send(
    _ signal: NewSignal, in transaction: some JobTransaction, at location: CodeLocation
  ) async throws -> Bool
}

extension TaskStore {
  /// Returns the store if callers can change it in their own transactions.
  func transactional(
    at location: CodeLocation
  ) throws(TaskStoreError) -> any TransactionalJobStore {
    guard let store = self as? any TransactionalJobStore else {
      throw TaskStoreError.noTransactions(at: location)
    }
    return store
  }
}

extension TaskStoreError {
  /// Returns the error for a store that is not in a database of callers.
  static func noTransactions(at location: CodeLocation) -> TaskStoreError {
    TaskStoreError(
      .unfitTransaction,
      """
      the store of the manager does not support transactions: use a store in a file of SQLite or in \
      PostgreSQL, or omit 'in:'.
      """,
      at: location)
  }

  /// Returns the error for a transaction in another kind of database than the store.
  static func otherDatabase(_ store: String, at location: CodeLocation) -> TaskStoreError {
    TaskStoreError(
      .unfitTransaction,
      """
      the store of the manager is in \(store), but the transaction is not: start one in the \
      store's database, or omit 'in:'.
      """,
      at: location)
  }

  /// Returns the error for a transaction whose database has no tables of a store.
  static func noTables(in place: String, at location: CodeLocation) -> TaskStoreError {
    TaskStoreError(
      .unfitTransaction,
      """
      \(place) of the transaction has no tables of a store: open the store in it first, with \
      'TaskManager.shared.use(_:)', or start the transaction in the store's database.
      """,
      at: location)
  }

  /// Returns the error for a transaction whose database has tables of another version.
  static func otherVersion(
    _ found: Int64, than known: Int64, in place: String, at location: CodeLocation
  ) -> TaskStoreError {
    TaskStoreError(
      found > known ? .laterVersion : .unfitTransaction,
      """
      \(place) of the transaction has tables of version \(found), but this program stores jobs in \
      tables of version \(known): \
      \(found > known ? "update the program" : "open the store in it first").
      """,
      at: location)
  }
}
