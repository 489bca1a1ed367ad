import CGround

/// A connection to the SQLite file of a store.
///
/// Its pointers never escape, and are valid as long as it exists.
@safe
final class SQLiteSession: StoreSession {
  private let path: String
  private let functions: task_store_sqlite
  private let handle: OpaquePointer

  #if canImport(Darwin)
    private static let library = "/usr/lib/libsqlite3.dylib"
  #else
    private static let library = "libsqlite3.so.0"
  #endif

  /// The mark of a file as a store: "MKTS".
  private static let application = "\(0x4D4B_5453)"
  /// The time limit for the locks of other processes, in milliseconds.
  private static let busyTimeout: Int32 = 5_000

  init(path: String) throws(StoreReadingError) {
    var functions = task_store_sqlite()
    if let message = unsafe task_store_load_sqlite(Self.library, &functions) {
      throw StoreReadingError(
        """
        the library '\(Self.library)' of SQLite cannot be used: \(unsafe String(cString: message)). \
        Install it, on Debian and Ubuntu with 'apt-get install libsqlite3-0'.
        """)
    }
    var handle: OpaquePointer?
    // SQLITE_OPEN_READONLY and SQLITE_OPEN_NOMUTEX.
    let status = unsafe functions.open_v2(path, &handle, 0x1 | 0x8000, nil)
    guard let handle = unsafe handle, status == 0 else {
      let message = unsafe handle.flatMap { unsafe functions.errmsg($0) }
        .map { unsafe String(cString: $0) }
      unsafe _ = functions.close_v2(handle)
      throw StoreReadingError("'\(path)' cannot be opened: \(message ?? "error \(status)").")
    }
    self.path = path
    self.functions = functions
    unsafe self.handle = unsafe handle
    unsafe _ = functions.busy_timeout(handle, Self.busyTimeout)
    // One state of the file for all queries.
    _ = try rows("BEGIN")
  }

  deinit { unsafe _ = functions.close_v2(handle) }

  func version() throws(StoreReadingError) -> Int {
    guard try rows("PRAGMA application_id").first?[0] == Self.application else {
      throw StoreReadingError("'\(path)' is not a store. Pass the file of a program's store.")
    }
    return try rows("PRAGMA user_version").first?[0].flatMap { Int($0) } ?? 0
  }

  func table(_ name: String) -> String { name }

  func rows(_ query: String) throws(StoreReadingError) -> [[String?]] {
    var statement: OpaquePointer?
    var status = unsafe functions.prepare_v2(handle, query, -1, &statement, nil)
    defer { unsafe _ = functions.finalize(statement) }
    var rows: [[String?]] = []
    // SQLITE_ROW
    while status == 0 || status == 100 {
      status = unsafe functions.step(statement)
      guard status == 100 else { break }
      let count = unsafe functions.column_count(statement)
      rows.append(
        (0..<count).map { column in
          unsafe functions.column_text(statement, column).map { unsafe String(cString: $0) }
        })
    }
    // SQLITE_DONE
    guard status == 101 else {
      let text = unsafe functions.errmsg(handle).map { unsafe String(cString: $0) }
      let message = text ?? "error \(status)"
      let hint = status & 0xff == 5 ? " Another process holds its lock: try again." : ""
      throw StoreReadingError("'\(path)' cannot be read: \(message).\(hint)")
    }
    return rows
  }
}
