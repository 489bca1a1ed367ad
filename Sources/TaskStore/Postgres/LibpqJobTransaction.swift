import CGround

/// A transaction on the caller's own connection of libpq.
///
/// It calls the libpq of the system, like the stores do. If a program contains another copy of
/// libpq, it must not pass connections of that copy. It can declare its own ``JobTransaction``
/// instead.
///
/// - Concurrency: Not `Sendable`, because the connection belongs to the caller. A statement blocks
///   the caller's thread until the server has answered.
///
/// `@safe`: the caller keeps the connection open during the call that uses it.
@safe
public struct LibpqJobTransaction: JobTransaction {
  private let handle: OpaquePointer

  /// Uses a connection, a `PGconn *`, with an active transaction.
  public init(_ handle: OpaquePointer) {
    unsafe self.handle = unsafe handle
  }

  public var database: JobDatabase { .postgres }

  public nonisolated(nonsending) func run(
    _ sql: String, _ values: [JobSQLValue]
  ) async throws -> [[JobSQLValue]] {
    let functions = try PostgresLibrary.ofSystem().functions
    try check(functions)
    let result = unsafe withCStrings(values.map(\.text)) { texts in
      unsafe functions.exec_params(handle, sql, Int32(values.count), nil, texts, nil, nil, 0)
    }
    guard let result = unsafe result else { throw failure(functions) }
    defer { unsafe functions.clear(result) }
    switch unsafe functions.result_status(result) {
    case TASK_STORE_RESULT_DONE, TASK_STORE_RESULT_ROWS:
      return unsafe rows(of: result, functions)
    default: throw failure(functions)
    }
  }

  /// Checks that a transaction is active, and that strings are parsed as they are written.
  private func check(_ functions: task_store_postgres) throws(TaskStoreError) {
    guard unsafe functions.transaction_status(handle) == TASK_STORE_IN_TRANSACTION else {
      throw TaskStoreError(
        .unfitTransaction,
        """
        the connection of libpq has no usable transaction, so no job is stored in it: run 'BEGIN' \
        first, roll back a failed transaction, or omit 'in:'.
        """)
    }
    let encoding = unsafe functions.parameter_status(handle, "client_encoding")
      .map { unsafe String(cString: $0) }
    guard encoding == "UTF8" else {
      throw TaskStoreError(
        .unfitTransaction,
        """
        the connection of libpq has the encoding '\(encoding ?? "")', in which payloads cannot be \
        written: run "SET client_encoding TO 'UTF8'" first.
        """)
    }
  }

  private func rows(
    of result: OpaquePointer, _ functions: task_store_postgres
  ) -> [[JobSQLValue]] {
    let columns = unsafe functions.nfields(result)
    return unsafe (0..<functions.ntuples(result)).map { row in
      (0..<columns).map { column in
        guard unsafe functions.getisnull(result, row, column) == 0,
          let text = unsafe functions.getvalue(result, row, column)
        else { return .null }
        return .text(unsafe String(cString: text))
      }
    }
  }

  private func failure(_ functions: task_store_postgres) -> TaskStoreError {
    let message = unsafe functions.error_message(handle).map { unsafe String(cString: $0) } ?? ""
    let line = message.split(whereSeparator: \.isNewline).joined(separator: " ")
    return TaskStoreError(
      .database, "PostgreSQL rejects a job in the caller's transaction: \(line). Roll it back.")
  }
}

@available(*, unavailable)
extension LibpqJobTransaction: Sendable {}

extension JobTransaction where Self == LibpqJobTransaction {
  /// Returns a transaction on a connection of libpq, a `PGconn *`, whose statements block the
  /// caller's thread.
  ///
  /// - Parameter handle: The connection, with an active transaction.
  /// - Returns: The transaction.
  public static func libpq(_ handle: OpaquePointer) -> Self {
    unsafe LibpqJobTransaction(handle)
  }
}
