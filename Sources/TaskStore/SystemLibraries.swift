import CGround

/// The system's SQLite library, opened when the first store needs it.
///
/// `@unchecked Sendable`: it contains addresses of functions, and never changes.
struct SQLiteLibrary: @unchecked Sendable {
  let functions: task_store_sqlite

  /// The file name with which the system's loader finds the library.
  #if canImport(Darwin)
    static let fileName = "/usr/lib/libsqlite3.dylib"
  #else
    static let fileName = "libsqlite3.so.0"
  #endif

  private static let system = Result { () throws(TaskStoreError) in try SQLiteLibrary(fileName) }

  /// Returns the library of the system.
  static func ofSystem() throws(TaskStoreError) -> SQLiteLibrary { try system.get() }

  /// Opens a library.
  ///
  /// - Throws: An error that names the package to install, if the library is missing.
  init(_ fileName: String) throws(TaskStoreError) {
    var functions = task_store_sqlite()
    if let message = unsafe task_store_load_sqlite(fileName, &functions) {
      let problem = unsafe String(cString: message)
      throw TaskStoreError(
        .missingLibrary,
        """
        the library '\(fileName)' of SQLite cannot be used: \(problem). Install it, on Debian and \
        Ubuntu with 'apt-get install libsqlite3-0', or use another store.
        """)
    }
    self.functions = functions
    let version = SQLiteVersion(number: Int(functions.libversion_number()))
    guard version >= SQLiteVersion(3, 24, 0) else {
      throw TaskStoreError(
        .oldLibrary,
        "SQLite has version \(version), but a store needs 3.24.0 or later: update 'libsqlite3-0'."
      )
    }
    guard functions.threadsafe() != 0 else {
      throw TaskStoreError(
        .missingLibrary,
        "the library '\(fileName)' of SQLite was built for a single thread: install another build.")
    }
  }

  /// The version of the library.
  var version: SQLiteVersion { SQLiteVersion(number: Int(functions.libversion_number())) }
}

/// A version of SQLite.
struct SQLiteVersion: Sendable, Hashable, Comparable, CustomStringConvertible {
  let major: Int
  let minor: Int
  let patch: Int

  init(_ major: Int, _ minor: Int, _ patch: Int) {
    self.major = major
    self.minor = minor
    self.patch = patch
  }

  /// Creates a version from SQLite's version number, such as 3040001.
  init(number: Int) {
    self.init(number / 1_000_000, number / 1_000 % 1_000, number % 1_000)
  }

  static func < (left: SQLiteVersion, right: SQLiteVersion) -> Bool {
    (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
  }

  var description: String { "\(major).\(minor).\(patch)" }
}

/// The journal that SQLite uses for incomplete changes.
enum SQLiteJournal: String, Sendable, CustomStringConvertible {
  /// The write-ahead log.
  case log = "wal"
  /// The rollback journal, which a commit marks as invalid without removing it.
  ///
  /// Unlike a removed journal, it cannot reappear after a power failure, and its size on the disk
  /// never changes.
  case rollback = "persist"

  var description: String {
    switch self {
    case .log: "the write-ahead log"
    case .rollback:
      """
      a rollback journal, because the write-ahead log of this version can lose data when it is reset
      """
    }
  }

  /// Returns the journal that is safe with a version.
  ///
  /// Up to 3.51.2, two connections that write or checkpoint simultaneously can lose or corrupt
  /// committed data when the write-ahead log is reset. The bug is fixed in 3.51.3, and in 3.50.7
  /// and 3.44.6: <https://sqlite.org/wal.html#walresetbug>.
  static func safe(with version: SQLiteVersion) -> SQLiteJournal {
    let isFixed =
      switch (version.major, version.minor) {
      case (3, 44): version.patch >= 6
      case (3, 50): version.patch >= 7
      default: version >= SQLiteVersion(3, 51, 3)
      }
    return isFixed ? .log : .rollback
  }
}

/// The system's libpq, opened when the first store needs it.
///
/// `@unchecked Sendable`: it contains addresses of functions, and never changes.
struct PostgresLibrary: @unchecked Sendable {
  let functions: task_store_postgres

  /// The file name with which the system's loader finds the library.
  #if canImport(Darwin)
    static let fileName = "libpq.5.dylib"
  #else
    static let fileName = "libpq.so.5"
  #endif

  private static let system = Result { () throws(TaskStoreError) in
    try PostgresLibrary(fileName)
  }

  /// Returns the library of the system.
  static func ofSystem() throws(TaskStoreError) -> PostgresLibrary { try system.get() }

  /// Opens a library.
  ///
  /// - Throws: An error that names the package to install, if the library is missing.
  init(_ fileName: String) throws(TaskStoreError) {
    var functions = task_store_postgres()
    if let message = unsafe task_store_load_postgres(fileName, &functions) {
      let problem = unsafe String(cString: message)
      throw TaskStoreError(
        .missingLibrary,
        """
        the library '\(fileName)' of PostgreSQL cannot be used: \(problem). Install version 14 or \
        later of it, on Debian and Ubuntu with 'apt-get install libpq5', or use another store.
        """)
    }
    self.functions = functions
  }
}
