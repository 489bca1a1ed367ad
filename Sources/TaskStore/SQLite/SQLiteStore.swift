import Dispatch
import TaskKit

/// A store in an SQLite file, for processes on one machine.
///
/// It uses the SQLite of the system, which is opened with the store. Acknowledged changes are on
/// the disk.
///
/// - Concurrency: May be used from any task. SQLite runs on a separate thread of the store.
public actor SQLiteStore: TaskStore {
  /// The time limit for the locks of other processes, in milliseconds.
  static let busyTimeout: Int32 = 5_000

  private let path: String
  private let library: String?
  let clock: StoreClock
  private let executor = QueueExecutor("TaskStore.SQLite")
  private let hintQueue = DispatchQueue(label: "TaskStore.hints")

  private var connection: Connection?

  /// An open database.
  struct Connection {
    let database: SQLiteDatabase
    let file: SQLiteFile
    let journal: SQLiteJournal
  }

  /// Creates a store in a file, which is created when the store is opened.
  public init(at path: String) {
    self.init(at: path, clock: .system)
  }

  /// Creates a store with clocks and a library for a test.
  package init(at path: String, clock: StoreClock, library: String? = nil) {
    self.path = path
    self.clock = clock
    self.library = library
  }

  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  /// The file, the version of SQLite, and the journal that is safe with this version.
  public var summary: String {
    guard let connection else { return "the file '\(path)', not open" }
    let version = connection.database.library.version
    return switch connection.journal {
    case .log: "the file '\(path)' with SQLite \(version) and the write-ahead log"
    case .rollback:
      """
      the file '\(path)' with SQLite \(version) and a rollback journal, because the write-ahead \
      log of this version can lose data when it is reset
      """
    }
  }

  public func open() throws {
    guard connection == nil else { return }
    let library =
      try self.library.map { name throws(TaskStoreError) in try SQLiteLibrary(name) }
      ?? SQLiteLibrary.ofSystem()
    let file = try SQLiteFile(path: path)
    let database = try SQLiteDatabase(path: file.path, library)
    database.setBusyTimeout(milliseconds: Self.busyTimeout)
    let journal = SQLiteJournal.safe(with: library.version)
    try database.run("PRAGMA synchronous = FULL")
    try database.run("PRAGMA mmap_size = 0")
    let mode = try database.rows("PRAGMA journal_mode = \(journal.rawValue)").first?.first?.text
    guard mode == journal.rawValue else {
      throw TaskStoreError(
        .unsuitableFile,
        """
        '\(file.path)' has the journal mode '\(mode ?? "")' and does not change to \
        '\(journal.rawValue)', the safe one with SQLite \(library.version): stop the other \
        processes that use it, and restart this one.
        """)
    }
    try SQLiteSchema.update(database, path: file.path)
    connection = Connection(database: database, file: file, journal: journal)
  }

  /// The open database.
  var opened: Connection {
    get throws(TaskStoreError) {
      guard let connection else {
        throw TaskStoreError(
          .database, "the store '\(path)' is not open: call 'open()', or pass it to 'use(_:)'.")
      }
      return connection
    }
  }

  public func hints() -> AsyncStream<Void> {
    connection?.file.hints(on: hintQueue) ?? AsyncStream { $0.finish() }
  }
}

extension TaskStore where Self == SQLiteStore {
  /// Returns a store in an SQLite file, for processes on one machine.
  ///
  /// - Parameter path: The path of the file, which no other program should use. It is created if it
  ///   does not exist, and only its owner can read it.
  /// - Returns: The store.
  public static func sqlite(at path: String) -> SQLiteStore { SQLiteStore(at: path) }
}
