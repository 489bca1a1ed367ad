import Foundation
import ModularityTestSupport
import ProgramTestSupport
import TaskStoreTestSupport
import Testing

@testable import TaskStore

@Suite struct SQLiteStoreTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path("tasks.sqlite") }

  init() throws { folder = try TemporaryFolder() }

  private func permissions(of name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: folder.path(name))[.posixPermissions] as? Int
  }

  @Test func `Only the owner can read the files of a store`() async throws {
    try Data().write(to: folder.appending(path: "tasks.sqlite"))
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    let store = SQLiteStore(at: path)
    try await store.open()
    #expect(try permissions(of: "tasks.sqlite") == 0o600)
    #expect(try permissions(of: "tasks.sqlite-wake") == 0o600)
  }

  @Test func `Processes that open a new file at once all find its tables`() async throws {
    for round in 0..<20 {
      let path = folder.path("round-\(round).sqlite")
      try await withThrowingTaskGroup { group in
        for _ in 0..<8 { group.addTask { try await SQLiteStore(at: path).open() } }
        try await group.waitForAll()
      }
    }
  }

  @Test func `A missing library is an error that names the package to install`() async throws {
    let store = SQLiteStore(at: path, clock: .system, library: "libsqlite3-missing.so.0")
    let error = await #expect(throws: TaskStoreError.self) { try await store.open() }
    #expect(error?.code == .missingLibrary)
    #expect(error?.message.contains("'apt-get install libsqlite3-0'") == true)
    #expect(error?.message.contains("libsqlite3-missing.so.0") == true)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `A library that is not SQLite is an error that names what it lacks`() async throws {
    let store = SQLiteStore(at: path, clock: .system, library: "libc.so.6")
    let error = await #expect(throws: TaskStoreError.self) { try await store.open() }
    #expect(error?.message.contains("sqlite3_libversion_number") == true)
  }

  @Test(arguments: [
    ("3.40.1", SQLiteJournal.rollback), ("3.44.5", .rollback), ("3.44.6", .log),
    ("3.45.0", .rollback), ("3.50.6", .rollback), ("3.50.7", .log), ("3.51.2", .rollback),
    ("3.51.3", .log), ("3.52.0", .log), ("4.0.0", .log),
  ])
  func `The write-ahead log is used where its reset is safe`(
    version: String, journal: SQLiteJournal
  ) {
    let parts = version.split(separator: ".").compactMap { Int($0) }
    let version = SQLiteVersion(number: parts[0] * 1_000_000 + parts[1] * 1_000 + parts[2])
    #expect(SQLiteJournal.safe(with: version) == journal)
  }

  @Test func `The store says which journal it uses, and why`() async throws {
    let store = SQLiteStore(at: path)
    #expect(await store.summary.contains("not open"))
    try await store.open()
    let version = try SQLiteLibrary.ofSystem().version
    let summary = await store.summary
    #expect(summary.contains("SQLite \(version)"))
    let isLog = SQLiteJournal.safe(with: version) == .log
    #expect(summary.contains(isLog ? "the write-ahead log" : "a rollback journal"))
    let mode = try SQLiteDatabase(path: path).rows("PRAGMA journal_mode")
    #expect(mode.first?.first?.text == (isLog ? "wal" : "delete"))
  }

  @Test func `The database of another program is rejected, and stays as it is`() async throws {
    try Data().write(to: folder.appending(path: "tasks.sqlite"))
    let database = try SQLiteDatabase(path: path)
    try database.run("CREATE TABLE customers (name TEXT)")
    let error = await #expect(throws: TaskStoreError.self) {
      try await SQLiteStore(at: path).open()
    }
    #expect(error?.code == .unsuitableFile)
    #expect(error?.message.contains("a file of its own") == true)
    #expect(try database.rows("SELECT count(*) FROM sqlite_master").first?.first?.integer == 1)
  }

  @Test func `The signals of a removed job are removed, too`() async throws {
    let store = SQLiteStore(at: path)
    try await store.open()
    let id = try await store.enqueue([NewJob(name: "job", payload: "1")])[0].id
    #expect(try await store.send(NewSignal(job: id, name: "go", payload: "1")))
    let database = try SQLiteDatabase(path: path)
    #expect(try database.rows("SELECT count(*) FROM task_signal") == [[.integer(1)]])
    #expect(try await store.cancel(.ids(id)) == 1)
    #expect(try await store.delete(.ids(id)) == 1)
    #expect(try database.rows("SELECT count(*) FROM task_signal") == [[.integer(0)]])
  }

  @Test(arguments: 1..<Int(SQLiteSchema.version))
  func `The tables of an earlier version are brought forward, with what they have`(
    version: Int
  ) async throws {
    try Data().write(to: folder.appending(path: "tasks.sqlite"))
    let old = try SQLiteDatabase(path: path)
    for statement in SQLiteSchema.steps.prefix(version).joined() { try old.run(statement) }
    try old.run("PRAGMA application_id = \(SQLiteSchema.application)")
    try old.run("PRAGMA user_version = \(version)")
    try old.run("UPDATE task_store SET token = 41")
    if version > 1 {
      try old.run(
        """
        INSERT INTO task_job
          (name, queue, priority, state, payload, enqueued, due, key, holds_key, retention)
        VALUES ('job', 'default', 0, 'waiting', '"old"', 0, 5, 'a', 1, 0)
        """)
    }
    let trigger = "task_job_order_stored"
    if version == 5 {
      try old.run("CREATE TRIGGER \(trigger) AFTER INSERT ON task_job BEGIN SELECT 1; END")
    }
    let store = SQLiteStore(at: path)
    try await store.open()
    let new = NewJob(name: "job", payload: "1", key: "a", replacing: .payload, tags: ["new"])
    #expect(try await store.enqueue([new])[0].isNew == (version == 1))
    let job = try await store.jobs(JobFilter(tag: "new"))
    #expect(job.map(\.payload) == ["1"])
    #expect(job.map(\.maximumAttempts) == [nil])
    let queue = ClaimableQueue(name: "default", room: 1)
    let claims = try await store.claim(["job"], in: [queue], as: "a", for: .seconds(9)).claims
    #expect(claims.map(\.payload) == ["1"])
    // Tokens of fires and jobs grow in one sequence.
    #expect(claims.map(\.token) == [42])
    #expect(try old.rows("PRAGMA user_version") == [[.integer(SQLiteSchema.version)]])
    #expect(try old.rows("SELECT 1 FROM sqlite_master WHERE name = '\(trigger)'").isEmpty)
  }

  @Test func `Fires of version 4 become jobs, with their state, lease, token and ledger`()
    async throws
  {
    let clock = ManualStoreClock()
    try Data().write(to: folder.appending(path: "tasks.sqlite"))
    let old = try SQLiteDatabase(path: path)
    for statement in SQLiteSchema.steps.prefix(4).joined() { try old.run(statement) }
    try old.run("PRAGMA application_id = \(SQLiteSchema.application)")
    try old.run("PRAGMA user_version = 4")
    try old.run("UPDATE task_store SET token = 6, job_token = 2")
    try old.run(FiresOfVersion4.schedule(in: "task_schedule", isHolding: "0"))
    for fire in FiresOfVersion4.rows {
      try old.run(
        """
        INSERT INTO task_fire (\(FiresOfVersion4.columns), lease_boot)
        VALUES (\(fire), CASE WHEN \(fire.contains("'running'")) THEN 'test' END)
        """)
    }
    let store = SQLiteStore(at: path, clock: clock.clock)
    try await store.open()
    try await FiresOfVersion4.check(store) { clock.advance(by: $0) }
    let left = try old.rows("SELECT count(*) FROM sqlite_master WHERE name LIKE 'task_fire%'")
    #expect(left == [[.integer(0)]])
    #expect(try old.rows("PRAGMA integrity_check") == [[.text("ok")]])
  }

  @Test func `A process of version 4 that still runs changes no schedule of later tables`()
    async throws
  {
    try await SQLiteStore(at: path).open()
    let old = try SQLiteDatabase(path: path)
    let error = #expect(throws: TaskStoreError.self) {
      try old.run("INSERT INTO task_fire (task, due, state, number) VALUES ('task', 1, 'due', 1)")
    }
    #expect(error?.message.contains("no such table: task_fire") == true)
  }

  @Test func `A claim reads the first jobs of a queue from an index, without sorting the others`()
    async throws
  {
    try await SQLiteStore(at: path).open()
    let database = try SQLiteDatabase(path: path)
    func plan(_ query: String) throws -> [String] {
      try database.rows("EXPLAIN QUERY PLAN \(query)").compactMap { $0.last?.text }
    }
    let claim = try plan(SQLiteStore.first(in: "task_job_waiting", where: "state = 'waiting'"))
    #expect(claim.contains { $0.contains("task_job_waiting (queue=?)") }, "\(claim)")
    #expect(!claim.contains { $0.contains("ORDER BY") }, "\(claim)")
    let latest = try plan(
      """
      SELECT ended FROM task_job INDEXED BY task_job_fire
      WHERE queue = 'schedule:task' AND fire IS NOT NULL ORDER BY fire DESC LIMIT 1
      """)
    #expect(latest.contains { $0.contains("task_job_fire (queue=?") }, "\(latest)")
    #expect(!latest.contains { $0.contains("ORDER BY") }, "\(latest)")
    let expired = try plan("SELECT id FROM task_job WHERE \(SQLiteStore.hasExpired) 1")
    #expect(expired.contains { $0.contains("task_job_expiring") }, "\(expired)")
  }

  @Test func `A job is blocked when it is stored, if an earlier one of its order has not ended`()
    async throws
  {
    let store = SQLiteStore(at: path)
    try await store.open()
    func job(_ name: String, _ key: String?) -> NewJob {
      NewJob(name: name, payload: "1", orderKey: key)
    }
    let jobs = [
      job("a", "1"), job("a", "1"), job("a", "2"), job("b", "1"), job("a", nil), job("a", nil),
    ]
    _ = try await store.enqueue(jobs)
    let states = try await store.jobs(JobFilter()).reversed().map(\.state)
    #expect(states == [.waiting, .blocked] + Array(repeating: .waiting, count: 4))
    let insertion = SQLiteInsertion(jobs[0], at: TaskTime(nanoseconds: 0)).insertion
    let plan = try SQLiteDatabase(path: path).rows("EXPLAIN QUERY PLAN \(insertion.sql)")
      .compactMap { $0.last?.text }
    #expect(plan.contains { $0.contains("task_job_order (name=? AND order_key=?)") }, "\(plan)")
  }

  @Test func `Open jobs are counted without reading those that have ended`() async throws {
    try await SQLiteStore(at: path).open()
    let query = SQLiteStore.counting(JobFilter(states: [.delayed, .waiting, .running]))
    let plan = try SQLiteDatabase(path: path).rows("EXPLAIN QUERY PLAN \(query)")
      .compactMap { $0.last?.text }
    for state in ["delayed", "waiting", "running"] {
      #expect(plan.contains { $0.contains("INDEX task_job_\(state)") }, "\(plan)")
    }
    #expect(!plan.contains { $0.hasPrefix("SCAN task_job") && !$0.contains("INDEX") }, "\(plan)")
  }

  @Test(arguments: [-1, 0, Int64(Int32.min)])
  func `A file with a version that no store has is rejected, and stays as it is`(
    version: Int64
  ) async throws {
    try Data().write(to: folder.appending(path: "tasks.sqlite"))
    let database = try SQLiteDatabase(path: path)
    try database.run("PRAGMA application_id = \(SQLiteSchema.application)")
    try database.run("PRAGMA user_version = \(version)")
    let error = await #expect(throws: TaskStoreError.self) {
      try await SQLiteStore(at: path).open()
    }
    #expect(error?.code == .unsuitableFile)
    #expect(error?.message.contains("'\(path)' is damaged") == true)
    #expect(error?.message.contains("version \(version),") == true)
    #expect(try database.rows("SELECT count(*) FROM sqlite_master").first?.first?.integer == 0)
    #expect(try database.rows("PRAGMA user_version") == [[.integer(version)]])
  }

  @Test func `A store of a later version is rejected`() async throws {
    try await SQLiteStore(at: path).open()
    try SQLiteDatabase(path: path).run("PRAGMA user_version = 99")
    let error = await #expect(throws: TaskStoreError.self) {
      try await SQLiteStore(at: path).open()
    }
    #expect(error?.code == .laterVersion)
  }

  @Test func `A folder that does not exist is an error with the path`() async throws {
    let error = await #expect(throws: TaskStoreError.self) {
      try await SQLiteStore(at: folder.path("none/tasks.sqlite")).open()
    }
    #expect(error?.code == .unsuitableFile)
    #expect(error?.message.contains("none/tasks.sqlite") == true)
  }

  #if os(Linux)
    @Test func `A folder on a network file system is rejected`() async throws {
      // The only network file system of a test: one that the system says it is.
      let source = folder.path("network.c")
      try """
      #include <string.h>
      #include <sys/vfs.h>
      int statfs(const char *path, struct statfs *status) {
        memset(status, 0, sizeof *status);
        status->f_type = 0x6969;
        return 0;
      }
      int statfs64(const char *, struct statfs64 *) __attribute__((alias("statfs")));
      """.write(toFile: source, atomically: true, encoding: .utf8)
      let library = folder.path("network.so")
      let compilation = try await Command(
        executable: URL(filePath: "/usr/bin/env"),
        arguments: ["clang", "-w", "-shared", "-fPIC", source, "-o", library]
      ).result()
      try #require(compilation.succeeded, "\(compilation.errors)")
      let fixture = try ChildProcess(
        "TaskStoreFixture", "power-cut", folder.path(""), "1",
        environment: ["LD_PRELOAD": library, "SWIFT_BACKTRACE": "enable=no"])
      _ = try await fixture.ends()
      let errors = try fixture.errorLines.joined(separator: "\n")
      #expect(errors.contains("is on a network file system (NFS)"))
      #expect(!FileManager.default.fileExists(atPath: folder.path("tasks.sqlite")))
    }
  #endif

  @Test func `A store that is not open says what to call`() async throws {
    let error = await #expect(throws: TaskStoreError.self) {
      try await SQLiteStore(at: path).schedules(of: ["task"])
    }
    #expect(error?.message.contains("'open()'") == true)
  }

  @Test func `Several stores open one file at once`() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 { group.addTask { [path] in try await SQLiteStore(at: path).open() } }
      try await group.waitForAll()
    }
    let tokens = try SQLiteDatabase(path: path).rows("SELECT token FROM task_store")
    #expect(tokens == [[.integer(0)]])
  }

  @Test func `A row that cannot be read stops no other`() async throws {
    let store = SQLiteStore(at: path)
    try await store.open()
    let time = TaskTime(nanoseconds: 5)
    for task in ["broken", "sound"] {
      _ = try await store.commit([
        ScheduleChange(
          task: task, definition: "", expected: nil, progress: ScheduleProgress(next: time),
          decided: [
            DecidedTime(fireTime: time, number: 1),
            DecidedTime(fireTime: time + .seconds(1), number: 2),
          ])
      ])
    }
    let database = try SQLiteDatabase(path: path)
    try database.run("UPDATE task_schedule SET next = 'soon' WHERE task = 'broken'")
    try database.run(
      "UPDATE task_job SET priority = 'one' WHERE queue = 'schedule:broken' AND due = ?",
      .integer(time.nanoseconds))
    let stored = try await store.schedules(of: ["broken", "sound"])
    #expect(stored.schedules.keys.sorted() == ["sound"])
    #expect(stored.unreadable["broken"]?.contains("'next'") == true)
    let queues = ["broken", "sound"].map(ScheduleChange.queue)
    let claimed = try await store.claim(
      queues, in: queues.map { ClaimableQueue(name: $0, room: 9, width: 9) }, as: "owner",
      for: .seconds(9))
    let (first, second) = (time, time + .seconds(1))
    #expect(claimed.claims.map(\.dueTime) == [second, first, second])
    #expect(claimed.claims.map(\.queue) == [queues[0], queues[1], queues[1]])
    #expect(try await store.ledger(of: nil, limit: 10).count == 3)
  }

  @Test func `A lease of before the machine was started has ended`() async throws {
    let clock = StoreClock(
      now: { TaskTime(nanoseconds: 0) }, monotonic: { 1_000_000 }, boot: "before")
    let before = SQLiteStore(at: path, clock: clock)
    try await before.open()
    _ = try await before.commit([
      ScheduleChange(
        task: "task", definition: "", expected: nil, progress: ScheduleProgress(next: nil),
        decided: [DecidedTime(fireTime: TaskTime(nanoseconds: 5), number: 1)])
    ])
    let queue = ScheduleChange.queue(of: "task")
    let queues = [ClaimableQueue(name: queue, room: 9)]
    let claimed = try await before.claim([queue], in: queues, as: "a", for: .seconds(99))
    // The clock of leases begins anew.
    let after = SQLiteStore(
      at: path,
      clock: StoreClock(now: { TaskTime(nanoseconds: 0) }, monotonic: { 0 }, boot: "after"))
    try await after.open()
    let completion = JobCompletion(claim: claimed.claims[0], outcome: .succeeded(result: nil))
    #expect(try await after.complete([completion]).isEmpty)
    let later = try await after.claim([queue], in: queues, as: "b", for: .seconds(99))
    #expect(later.claims.count == 1)
  }

  @Test func `Another process's change is a hint`() async throws {
    let store = SQLiteStore(at: path)
    let other = SQLiteStore(at: path)
    try await store.open()
    try await other.open()
    let hints = await store.hints()
    _ = try await other.commit([
      ScheduleChange(
        task: "task", definition: "", expected: nil, progress: ScheduleProgress(next: nil))
    ])
    var iterator = hints.makeAsyncIterator()
    #expect(await iterator.next() != nil)
  }

  @Test func `Acknowledged changes are in the file for the next process`() async throws {
    do {
      let store = SQLiteStore(at: path)
      try await store.open()
      _ = try await store.commit([
        ScheduleChange(
          task: "task", definition: "daily", expected: nil,
          progress: ScheduleProgress(next: TaskTime(nanoseconds: 7), runs: 3))
      ])
    }
    let store = SQLiteStore(at: path)
    try await store.open()
    let stored = try await store.schedules(of: ["task"]).schedules["task"]
    #expect(stored?.progress == ScheduleProgress(next: TaskTime(nanoseconds: 7), runs: 3))
    let check = try SQLiteDatabase(path: path).rows("PRAGMA integrity_check")
    #expect(check == [[.text("ok")]])
  }
}
