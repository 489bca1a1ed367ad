import Foundation
import TaskStore
import Testing

/// A connection to a database that a test opens by itself, as an app does that has a driver.
///
/// `@safe`: the connection is its own until its end.
@safe
final class CallerConnection {
  struct Failure: Error { let message: String }

  private typealias Run =
    @convention(c) (
      OpaquePointer, UnsafePointer<CChar>, OpaquePointer?, OpaquePointer?, OpaquePointer?
    ) -> Int32
  private typealias Execute =
    @convention(c) (OpaquePointer, UnsafePointer<CChar>) -> OpaquePointer?

  /// The `sqlite3 *` or `PGconn *`.
  private let handle: OpaquePointer
  private let library: Library

  /// The transaction that has begun in SQLite.
  func sqlite(schema: String = "main") -> SQLiteJobTransaction {
    unsafe .sqlite(handle, schema: schema)
  }

  /// The transaction that has begun in PostgreSQL.
  func libpq() -> LibpqJobTransaction { unsafe .libpq(handle) }

  /// Opens a file of SQLite.
  init(file: String) throws {
    typealias Open =
      @convention(c) (UnsafePointer<CChar>, UnsafeMutablePointer<OpaquePointer?>) -> Int32
    library = .sqlite
    let open = try unsafe library.find("sqlite3_open", as: Open.self)
    var handle: OpaquePointer?
    guard unsafe open(file, &handle) == 0, let handle = unsafe handle else {
      throw Failure(message: "'\(file)' does not open")
    }
    unsafe self.handle = unsafe handle
    // The store's own connection writes meanwhile.
    try run("PRAGMA busy_timeout = 10000")
  }

  /// Connects to a server of PostgreSQL.
  init(server: String) throws {
    typealias Connect = @convention(c) (UnsafePointer<CChar>) -> OpaquePointer?
    library = .libpq
    let connect = try unsafe library.find("PQconnectdb", as: Connect.self)
    guard let handle = unsafe connect(server) else { throw Failure(message: "no connection") }
    unsafe self.handle = unsafe handle
  }

  deinit {
    switch library {
    case .sqlite:
      typealias Close = @convention(c) (OpaquePointer) -> Int32
      var status: Int32?
      if let close = try? unsafe library.find("sqlite3_close", as: Close.self) {
        status = unsafe close(handle)
      }
      #expect(status == 0, "a call has left statements in the connection")
    case .libpq:
      typealias Finish = @convention(c) (OpaquePointer) -> Void
      if let finish = try? unsafe library.find("PQfinish", as: Finish.self) {
        unsafe finish(handle)
      }
    }
  }

  /// Runs statements without parameters.
  func run(_ sql: String) throws {
    let isDone =
      switch library {
      case .sqlite: try isRunBySQLite(sql)
      case .libpq: try isRunByLibpq(sql)
      }
    guard isDone else { throw Failure(message: "\(sql) fails") }
  }

  private func isRunBySQLite(_ sql: String) throws -> Bool {
    let run = try unsafe library.find("sqlite3_exec", as: Run.self)
    return unsafe run(handle, sql, nil, nil, nil) == 0
  }

  private func isRunByLibpq(_ sql: String) throws -> Bool {
    typealias Status = @convention(c) (OpaquePointer?) -> Int32
    typealias Clear = @convention(c) (OpaquePointer?) -> Void
    let status = try unsafe library.find("PQresultStatus", as: Status.self)
    let clear = try unsafe library.find("PQclear", as: Clear.self)
    let result = try unsafe library.find("PQexec", as: Execute.self)(handle, sql)
    defer { unsafe clear(result) }
    return [1, 2].contains(unsafe status(result))
  }

  /// A library of the system.
  private enum Library: String {
    case sqlite = "libsqlite3.so.0"
    case libpq = "libpq.so.5"

    func find<Function>(_ name: String, as type: Function.Type) throws -> Function {
      guard let library = unsafe dlopen(rawValue, RTLD_NOW),
        let symbol = unsafe dlsym(library, name)
      else { throw Failure(message: "no function '\(name)'") }
      return unsafe unsafeBitCast(symbol, to: type)
    }
  }
}
