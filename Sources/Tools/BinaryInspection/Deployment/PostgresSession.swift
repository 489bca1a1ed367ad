import CGround

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A connection to the PostgreSQL server of a store.
///
/// Its pointers never escape, and are valid as long as it exists. The server ends statements after
/// a time limit, and the system ends a connection to a server that is gone.
@safe
final class PostgresSession: StoreSession {
  private let functions: task_store_postgres
  private let handle: OpaquePointer
  private let schema: String

  #if canImport(Darwin)
    private static let library = "libpq.5.dylib"
  #else
    private static let library = "libpq.so.5"
  #endif

  /// The time limit for connecting, in milliseconds.
  private static let patience: Int32 = 10_000
  /// The settings of the session.
  private static let settings = """
    -c default_transaction_read_only=on -c statement_timeout=60s -c lock_timeout=5s
    """

  init(_ connection: String, schema: String) throws(StoreReadingError) {
    var functions = task_store_postgres()
    if let message = unsafe task_store_load_postgres(Self.library, &functions) {
      throw StoreReadingError(
        """
        the library '\(Self.library)' of PostgreSQL cannot be used: \
        \(unsafe String(cString: message)). Install it, on Debian and Ubuntu with \
        'apt-get install libpq5'.
        """)
    }
    // libpq would repeat words of a malformed string, which may be a password.
    guard let options = unsafe functions.conninfo_parse(connection, nil) else {
      throw StoreReadingError(
        """
        the connection string of PostgreSQL cannot be read. Write a URI such as \
        'postgresql://host/database', keywords such as 'host=… dbname=…', or 'service=…'.
        """)
    }
    unsafe functions.conninfo_free(options)
    // The string is the value of 'dbname'. Parameters after it override its contents.
    let parameters = [
      ("fallback_application_name", "modkit"), ("dbname", connection), ("client_encoding", "UTF8"),
      ("options", Self.settings), ("tcp_user_timeout", "30000"),
    ]
    let keywords = unsafe parameters.map { unsafe strdup($0.0) } + [nil]
    let values = unsafe parameters.map { unsafe strdup($0.1) } + [nil]
    defer { unsafe (keywords + values).forEach { unsafe free($0) } }
    let handle = unsafe keywords.withUnsafeBufferPointer { keywords in
      unsafe values.withUnsafeBufferPointer { values in
        unsafe keywords.withMemoryRebound(to: UnsafePointer<CChar>?.self) { keywords in
          unsafe values.withMemoryRebound(to: UnsafePointer<CChar>?.self) { values in
            unsafe functions.connect_start_params(keywords.baseAddress, values.baseAddress, 1)
          }
        }
      }
    }
    guard let handle = unsafe handle else {
      throw StoreReadingError("libpq has no memory for a connection.")
    }
    self.functions = functions
    unsafe self.handle = unsafe handle
    self.schema = schema
    try connect()
    // One state of the tables for all queries.
    _ = try rows("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
  }

  deinit { unsafe functions.finish(handle) }

  private func connect() throws(StoreReadingError) {
    unsafe withUnsafePointer(to: functions) { unsafe task_store_ignore_notices($0, handle) }
    while true {
      var descriptor = pollfd()
      switch unsafe functions.connect_poll(handle) {
      case TASK_STORE_POLL_READING: descriptor.events = Int16(POLLIN)
      case TASK_STORE_POLL_WRITING: descriptor.events = Int16(POLLOUT)
      case TASK_STORE_POLL_OK: return
      default: throw StoreReadingError("the server cannot be reached: \(message).")
      }
      descriptor.fd = unsafe functions.socket(handle)
      guard unsafe poll(&descriptor, 1, Self.patience) > 0 else {
        throw StoreReadingError(
          "the server cannot be reached: it has not answered for \(Self.patience / 1_000) s.")
      }
    }
  }

  /// The latest error of the connection, on one line and without a period.
  private var message: String {
    let text = unsafe functions.error_message(handle).map { unsafe String(cString: $0) }
    return (text ?? "libpq gives no reason").split(whereSeparator: \.isNewline)
      .joined(separator: " ")
  }

  private var quotedSchema: String { "\"\(schema.replacing("\"", with: "\"\""))\"" }

  func table(_ name: String) -> String { "\(quotedSchema).\(name)" }

  func version() throws(StoreReadingError) -> Int {
    let name = table("task_store").replacing("'", with: "''")
    guard try rows("SELECT to_regclass('\(name)')").first?[0] != nil else {
      throw StoreReadingError(
        """
        the database has no store in the schema '\(schema)'. Pass the connection of a program's \
        store, and '--store-schema' if it has another schema.
        """)
    }
    return try rows("SELECT max(version) FROM \(table("task_store"))").first?[0]
      .flatMap { Int($0) } ?? 0
  }

  func rows(_ query: String) throws(StoreReadingError) -> [[String?]] {
    let result = unsafe functions.exec_params(handle, query, 0, nil, nil, nil, nil, 0)
    defer { unsafe functions.clear(result) }
    let status = unsafe functions.result_status(result)
    guard status == TASK_STORE_RESULT_DONE || status == TASK_STORE_RESULT_ROWS else {
      throw failure(message)
    }
    let columns = unsafe functions.nfields(result)
    return (0..<(unsafe functions.ntuples(result))).map { row in
      (0..<columns).map { column in
        guard unsafe functions.getisnull(result, row, column) == 0 else { return nil }
        return unsafe functions.getvalue(result, row, column).map { unsafe String(cString: $0) }
      }
    }
  }

  private func failure(_ message: String) -> StoreReadingError {
    guard message.contains("permission denied") else {
      return StoreReadingError("the server rejected a query: \(message).")
    }
    return StoreReadingError(
      """
      the role may not read the schema '\(schema)': \(message). Grant it: GRANT USAGE ON SCHEMA \
      \(quotedSchema) TO role; GRANT SELECT ON ALL TABLES IN SCHEMA \(quotedSchema) TO role;
      """)
  }
}
