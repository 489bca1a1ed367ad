import Dispatch
public import Foundation
import TaskKit
package import ToolkitTrace

/// A store in SQLite: in a file, for processes on one machine, or in the memory of one process.
///
/// It uses the SQLite of the system, which is opened with the store. Acknowledged changes are on
/// the disk. A store in memory has the same rules, for tests and for programs that need durable
/// schedules without durability.
///
/// - Concurrency: May be used from any task. Files are read and written on a separate thread of the
///   store.
public actor SQLiteStore: TaskStore {
  /// The time limit for the locks of other processes, in milliseconds.
  static let busyTimeout: Int32 = 5_000

  /// The path of the file, or `nil` for a store in memory.
  let path: String?
  private let library: String?
  nonisolated let clock: StoreClock
  /// The clock of the schedulers, or `nil` for the clocks of their managers.
  nonisolated let time: ErasedClock?
  private let executor: QueueExecutor
  private let hintQueue = DispatchQueue(label: "TaskStore.hints")
  /// The hints of a store in memory.
  package nonisolated let memoryHints = Hints()

  private var connection: Connection?

  /// An open database.
  struct Connection {
    let database: SQLiteDatabase
    /// The files, or `nil` for a store in memory.
    let file: SQLiteFile?
    let summary: String
  }

  /// Creates a store in a file, which is created when the store is opened.
  public init(at path: String) {
    self.init(at: path, clock: .system)
  }

  /// Creates a store with clocks and a library for a test, in memory if the path is `nil`.
  package init(
    at path: String?, clock: StoreClock, time: ErasedClock? = nil, library: String? = nil
  ) {
    self.path = path
    self.clock = clock
    self.time = time
    self.library = library
    executor = QueueExecutor("TaskStore.SQLite", blocks: path != nil)
  }

  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  /// The file, the version of SQLite, and the journal that is safe with this version.
  public var summary: String { connection?.summary ?? "\(place), not open" }

  private var place: String { path.map { "the file '\($0)'" } ?? "a store in memory" }

  public func open() throws(TaskStoreError) {
    guard connection == nil else { return }
    let library =
      if let library { try SQLiteLibrary(library) } else { try SQLiteLibrary.ofSystem() }
    connection =
      if let path {
        try Self.connect(to: SQLiteFile(path: path), library)
      } else {
        try Self.connectToMemory(library)
      }
  }

  private static func connect(
    to file: SQLiteFile, _ library: SQLiteLibrary
  ) throws(TaskStoreError) -> Connection {
    let database = try SQLiteDatabase(path: file.path, library)
    database.setBusyTimeout(milliseconds: busyTimeout)
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
    return Connection(
      database: database, file: file,
      summary: "the file '\(file.path)' with SQLite \(library.version) and \(journal)")
  }

  private static func connectToMemory(_ library: SQLiteLibrary) throws(TaskStoreError) -> Connection
  {
    let database = try SQLiteDatabase(path: ":memory:", library)
    try SQLiteSchema.update(database, path: ":memory:")
    return Connection(
      database: database, file: nil, summary: "a store in memory, which is lost with the process")
  }

  /// The open database.
  ///
  /// A store in memory opens itself.
  var database: SQLiteDatabase {
    get throws(TaskStoreError) {
      if path == nil { try open() }
      guard let connection else {
        throw TaskStoreError(
          .database, "\(place) is not open: call 'open()', or pass the store to 'use(_:)'.")
      }
      return connection.database
    }
  }

  public func hints() -> AsyncStream<Void> {
    guard path != nil else { return memoryHints.stream() }
    return connection?.file?.hints(on: hintQueue) ?? AsyncStream { $0.finish() }
  }

  /// Tells all processes that use the store of a change.
  func ring() {
    if let file = connection?.file { file.ring() } else { memoryHints.give() }
  }
}

extension TaskStore where Self == SQLiteStore {
  /// Returns a store in an SQLite file, for processes on one machine.
  ///
  /// - Parameter path: The path of the file, which no other program should use. It is created if it
  ///   does not exist, and only its owner can read it.
  /// - Returns: The store.
  public static func sqlite(at path: String) -> SQLiteStore { SQLiteStore(at: path) }

  /// Returns a new store in the memory of the process.
  public static func memory() -> SQLiteStore { SQLiteStore(at: nil, clock: .system) }

  /// Returns a new store in the memory of the process, with another clock, such as one that a test
  /// controls.
  ///
  /// ```swift
  /// let clock = ManualClock()  // import ModularityTestSupport
  /// try await TaskManager.shared.use(.memory(clock: clock, startingAt: midnight))
  /// ```
  ///
  /// - Parameters:
  ///   - clock: The clock for fires and leases.
  ///   - date: The current date.
  /// - Returns: The store.
  public static func memory<Source: Clock>(clock: Source, startingAt date: Date) -> SQLiteStore
  where Source.Duration == Duration {
    let start = clock.now
    let passed = { @Sendable in start.duration(to: clock.now) }
    let nanoseconds = { @Sendable in TaskTime.nanoseconds(of: passed()) }
    return SQLiteStore(
      at: nil,
      clock: StoreClock(
        now: { TaskTime(date) + passed() }, monotonic: nanoseconds, boot: "another clock"),
      time: ErasedClock(clock))
  }
}
