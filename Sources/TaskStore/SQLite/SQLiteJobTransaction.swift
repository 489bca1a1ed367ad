import CGround

/// A transaction of the caller's own connection to SQLite.
///
/// It calls the SQLite of the system, as the stores do. A program that has another copy of SQLite
/// built into it must not hand that one's connections over: a ``JobTransaction`` of its own is for
/// it.
///
/// - Concurrency: Not `Sendable`, as the connection belongs to the caller. Statements run on the
///   caller's thread.
///
/// `@safe`: the caller keeps the connection open while a call that it is handed to goes on.
@safe
public struct SQLiteJobTransaction: JobTransaction {
  private let handle: OpaquePointer
  private let schema: String

  /// Uses a connection, a `sqlite3 *`, in which a transaction has begun.
  ///
  /// - Parameters:
  ///   - handle: The connection.
  ///   - schema: The name under which the store's file is attached, `"main"` for the file that the
  ///     connection was opened with.
  public init(_ handle: OpaquePointer, schema: String = "main") {
    unsafe self.handle = unsafe handle
    self.schema = schema
  }

  public var database: JobDatabase { .sqlite(schema: schema) }

  public nonisolated(nonsending) func run(
    _ sql: String, _ values: [JobSQLValue]
  ) async throws -> [[JobSQLValue]] {
    // Its statements end with the call: the caller may close the connection then.
    let database = try unsafe SQLiteDatabase(borrowing: handle, SQLiteLibrary.ofSystem())
    guard database.isInTransaction else {
      throw TaskStoreError(
        .unfitTransaction,
        """
        the connection of SQLite is in no transaction, so that the job would be stored by itself: \
        run 'BEGIN IMMEDIATE' first, or leave out 'in:'.
        """)
    }
    return try database.rows(sql, values.map { SQLiteValue($0) }).map { $0.map { JobSQLValue($0) } }
  }
}

@available(*, unavailable)
extension SQLiteJobTransaction: Sendable {}

extension JobTransaction where Self == SQLiteJobTransaction {
  /// The transaction of a connection to SQLite, a `sqlite3 *`.
  ///
  /// - Parameters:
  ///   - handle: The connection, in which a transaction has begun.
  ///   - schema: The name under which the store's file is attached, `"main"` for the file that the
  ///     connection was opened with.
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
  /// A value of a column; one of a type that no store writes counts as none.
  init(_ value: SQLiteValue) {
    self =
      switch value {
      case .integer(let number): .integer(number)
      case .text(let text): .text(text)
      case .null, .other: .null
      }
  }
}
