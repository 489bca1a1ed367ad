import CGround
import TaskKit

/// A value in a column.
package enum SQLiteValue: Sendable, Hashable {
  case integer(Int64)
  case text(String)
  case null
  /// A value of another type, which stores never write.
  case other

  package var integer: Int64? { if case .integer(let value) = self { value } else { nil } }
  package var text: String? { if case .text(let value) = self { value } else { nil } }
}

extension SQLiteValue {
  /// Returns the value of a time, or null.
  static func time(_ time: TaskTime?) -> SQLiteValue {
    time.map { .integer($0.nanoseconds) } ?? .null
  }

  /// Returns the value of a number, or null.
  static func number(_ number: Int?) -> SQLiteValue {
    number.map { .integer(Int64($0)) } ?? .null
  }
}

/// A row of a query result of SQLite.
struct SQLiteRow: SQLRow {
  private var values: ArraySlice<SQLiteValue>

  init(_ values: [SQLiteValue]) {
    self.init(values[...])
  }

  init(_ values: ArraySlice<SQLiteValue>) {
    self.values = values
  }

  mutating func optionalText(_ column: String) throws(UnreadableValue) -> String? {
    switch values.popFirst() {
    case .text(let value): return value
    case .null: return nil
    default: throw UnreadableValue(column: column)
    }
  }

  mutating func optionalInteger(_ column: String) throws(UnreadableValue) -> Int64? {
    switch values.popFirst() {
    case .integer(let value): return value
    case .null: return nil
    default: throw UnreadableValue(column: column)
    }
  }

  mutating func boolean(_ column: String) throws(UnreadableValue) -> Bool {
    try integer(column) != 0
  }
}

/// A connection to an SQLite database.
///
/// It is not `Sendable`, and stays with the actor that opened it. Its pointers never escape, and
/// are valid as long as it exists.
@safe
package final class SQLiteDatabase {
  let library: SQLiteLibrary
  private let path: String
  private let handle: OpaquePointer
  /// A Boolean value that indicates whether the deinitializer closes the connection.
  private let isOwner: Bool
  /// The prepared statements, by their SQL text.
  private var statements: [String: OpaquePointer] = unsafe [:]

  /// Opens an existing file.
  package convenience init(path: String) throws {
    try self.init(path: path, SQLiteLibrary.ofSystem())
  }

  init(path: String, _ library: SQLiteLibrary) throws(TaskStoreError) {
    self.library = library
    self.path = path
    var handle: OpaquePointer?
    // SQLITE_OPEN_READWRITE and SQLITE_OPEN_NOMUTEX, because one actor owns the connection.
    let status = unsafe library.functions.open_v2(path, &handle, 0x2 | 0x8000, nil)
    guard let handle = unsafe handle, status == 0 else {
      let message = unsafe handle.flatMap { unsafe Self.text(library.functions.errmsg($0)) }
      unsafe _ = library.functions.close_v2(handle)
      throw TaskStoreError(
        .database, "'\(path)' cannot be opened: \(message ?? "error \(status)").")
    }
    unsafe self.handle = handle
    isOwner = true
  }

  /// Uses a connection of the caller, which must outlive this object.
  init(borrowing handle: OpaquePointer, _ library: SQLiteLibrary) {
    self.library = library
    path = unsafe Self.text(library.functions.db_filename(handle, "main")) ?? ""
    unsafe self.handle = unsafe handle
    isOwner = false
  }

  deinit {
    for unsafe(_, statement) in unsafe statements {
      unsafe _ = library.functions.finalize(statement)
    }
    if isOwner { unsafe _ = library.functions.close_v2(handle) }
  }

  /// Sets the time limit for waiting for the locks of other connections.
  package func setBusyTimeout(milliseconds: Int32) {
    unsafe _ = library.functions.busy_timeout(handle, milliseconds)
  }

  /// Runs a statement.
  ///
  /// - Returns: The number of rows that it changed.
  @discardableResult
  package func run(_ sql: String, _ values: SQLiteValue...) throws(TaskStoreError) -> Int {
    try run(sql, values)
  }

  @discardableResult
  func run(_ sql: String, _ values: [SQLiteValue]) throws(TaskStoreError) -> Int {
    _ = try query(sql, values) { _ in }
    return Int(unsafe library.functions.changes(handle))
  }

  func run(_ statement: SQLiteStatement) throws(TaskStoreError) {
    try run(statement.sql, statement.values)
  }

  func rows(_ statement: SQLiteStatement) throws(TaskStoreError) -> [[SQLiteValue]] {
    try rows(statement.sql, statement.values)
  }

  /// The identifier of the row that was inserted last.
  var latestIdentifier: Int64 { unsafe library.functions.last_insert_rowid(handle) }

  /// A Boolean value that indicates whether a transaction is active.
  var isInTransaction: Bool { unsafe library.functions.get_autocommit(handle) == 0 }

  /// Runs a query.
  ///
  /// - Returns: Its rows.
  package func rows(_ sql: String, _ values: SQLiteValue...) throws(TaskStoreError)
    -> [[SQLiteValue]]
  {
    try rows(sql, values)
  }

  func rows(_ sql: String, _ values: [SQLiteValue]) throws(TaskStoreError) -> [[SQLiteValue]] {
    try query(sql, values) { $0 }
  }

  /// Runs a body in a transaction that holds the write lock from its start.
  package func transaction<Result>(
    _ body: () throws(TaskStoreError) -> Result
  ) throws(TaskStoreError) -> Result {
    try run("BEGIN IMMEDIATE")
    do {
      let result = try body()
      try run("COMMIT")
      return result
    } catch {
      // After some errors SQLite has already rolled back, and then this statement has no effect.
      _ = try? run("ROLLBACK")
      throw error
    }
  }

  // MARK: - Statements

  private func query<Result>(
    _ sql: String, _ values: [SQLiteValue], _ body: ([SQLiteValue]) -> Result
  ) throws(TaskStoreError) -> [Result] {
    let statement = try unsafe prepare(sql)
    defer {
      unsafe _ = library.functions.reset(statement)
      unsafe _ = library.functions.clear_bindings(statement)
    }
    for (index, value) in values.enumerated() {
      unsafe bind(value, to: Int32(index + 1), of: statement)
    }
    var results: [Result] = []
    while true {
      switch unsafe library.functions.step(statement) {
      case 100:  // SQLITE_ROW
        results.append(body(unsafe row(of: statement)))
      case 101:  // SQLITE_DONE
        return results
      case let status:
        throw error(status, in: sql)
      }
    }
  }

  private func prepare(_ sql: String) throws(TaskStoreError) -> OpaquePointer {
    if let known = unsafe statements[sql] { return unsafe known }
    var statement: OpaquePointer?
    let status = unsafe library.functions.prepare_v2(handle, sql, -1, &statement, nil)
    guard let statement = unsafe statement, status == 0 else { throw error(status, in: sql) }
    unsafe statements[sql] = statement
    return unsafe statement
  }

  private func bind(_ value: SQLiteValue, to index: Int32, of statement: OpaquePointer) {
    switch value {
    case .integer(let value):
      unsafe _ = library.functions.bind_int64(statement, index, value)
    case .text(let text):
      unsafe _ = task_store_bind_text(
        library.functions.bind_text, statement, index, text, Int32(text.utf8.count))
    case .null, .other: break  // All parameters are null before a statement gets its values.
    }
  }

  private func row(of statement: OpaquePointer) -> [SQLiteValue] {
    var values: [SQLiteValue] = []
    var column: Int32 = 0
    let count = unsafe library.functions.column_count(statement)
    while column < count {
      switch unsafe library.functions.column_type(statement, column) {
      case 1: values.append(.integer(unsafe library.functions.column_int64(statement, column)))
      case 3:
        // The text is read first, so that the length refers to the same encoding.
        let text = unsafe library.functions.column_text(statement, column)
        let length = Int(unsafe library.functions.column_bytes(statement, column))
        let bytes = unsafe UnsafeBufferPointer(start: text, count: length)
        values.append(.text(unsafe String(decoding: bytes, as: UTF8.self)))
      case 5: values.append(.null)
      default: values.append(.other)
      }
      column += 1
    }
    return values
  }

  private static func text(_ text: UnsafePointer<CChar>?) -> String? {
    unsafe text.map { unsafe String(cString: $0) }
  }

  private func error(_ status: Int32, in sql: String) -> TaskStoreError {
    let message = unsafe Self.text(library.functions.errmsg(handle)) ?? "an error"
    let statement = sql.split(whereSeparator: \.isWhitespace).joined(separator: " ").prefix(80)
    let isBusy = status & 0xff == 5
    let hint =
      isBusy
      ? ". Another process has held its lock for too long: stop that process, or give it its own "
        + "file"
      : ""
    return TaskStoreError(
      .database,
      "the database '\(path)' reports \(message) (\(status)) for '\(statement)'\(hint).")
  }
}
