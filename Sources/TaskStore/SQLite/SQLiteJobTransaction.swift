import CGround

/// A transaction on the caller's own connection to SQLite.
///
/// It calls the SQLite of the system, like the stores do. If a program contains another copy of
/// SQLite, it must not pass connections of that copy. It can declare its own ``JobTransaction``
/// instead.
///
/// - Concurrency: Not `Sendable`, because the connection belongs to the caller. Statements run on
///   the caller's thread.
///
/// `@safe`: the caller keeps the connection open during the call that uses it.
@safe
public struct SQLiteJobTransaction: JobTransaction {
  private let handle: OpaquePointer
  private let schema: String

  /// Uses a connection, a `sqlite3 *`, with an active transaction.
  ///
  /// - Parameters:
  ///   - handle: The connection.
  ///   - schema: The name under which the store's file is attached. Use `"main"` for the file with
  ///     which the connection was opened.
  public init(_ handle: OpaquePointer, schema: String = "main") {
    unsafe self.handle = unsafe handle
    self.schema = schema
  }

  public var database: JobDatabase { .sqlite(schema: schema) }

  public nonisolated(nonsending) func run(
    _ sql: String, _ values: [JobSQLValue]
  ) async throws -> [[JobSQLValue]] {
    // The statements are finalized at the end of the call, because the caller may then close the
    // connection.
    let database = try unsafe SQLiteDatabase(borrowing: handle, SQLiteLibrary.ofSystem())
    guard database.isInTransaction else {
      throw TaskStoreError(
        .unfitTransaction,
        """
        the connection of SQLite has no transaction, so the job would be stored by itself: run \
        'BEGIN IMMEDIATE' first, or omit 'in:'.
        """)
    }
    return try database.rows(sql, values.map { SQLiteValue($0) }).map { $0.map { JobSQLValue($0) } }
  }
}

@available(*, unavailable)
extension SQLiteJobTransaction: Sendable {}

extension JobTransaction where Self == SQLiteJobTransaction {
  /// Returns a transaction on a connection to SQLite, a `sqlite3 *`.
  ///
  /// - Parameters:
  ///   - handle: The connection, with an active transaction.
  ///   - schema: The name under which the store's file is attached. Use `"main"` for the file with
  ///     which the connection was opened.
  /// - Returns: The transaction.
  public static func sqlite(_ handle: OpaquePointer, schema: String = "main") -> Self {
    unsafe SQLiteJobTransaction(handle, schema: schema)
  }
}

extension SQLiteValue {
  init(_ value: JobSQLValue) {
    self =
      switch value {
      case .integer(let number): .integer(number)
      case .text(let text): .text(text)
      case .null: .null
      }
  }
}

extension JobSQLValue {
  /// Converts a value of a column.
  ///
  /// A type that stores never write is converted to null.
  init(_ value: SQLiteValue) {
    self =
      switch value {
      case .integer(let number): .integer(number)
      case .text(let text): .text(text)
      case .null, .other: .null
      }
  }
}
