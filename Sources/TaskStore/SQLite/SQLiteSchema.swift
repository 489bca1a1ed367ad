/// The tables of a store in SQLite, with their migrations.
///
/// They are a stable interface, which `Documentation/StoreTables.md` describes.
enum SQLiteSchema {
  /// The mark of a file as a store: "MKTS".
  static let application: Int64 = 0x4D4B_5453

  /// The version of the tables.
  static let version = Int64(steps.count)

  /// Migrates the tables of a file to the current version.
  ///
  /// - Throws: An error if the file belongs to another program, or has a later version.
  static func update(_ database: SQLiteDatabase, path: String) throws(TaskStoreError) {
    // Usually the tables are current, and then no process waits for another.
    if try application(of: database) == application, try version(of: database) == version {
      return
    }
    // Another process may be creating the tables now, so the rest runs in one transaction.
    try database.transaction { () throws(TaskStoreError) in
      guard try application(of: database) == application else {
        try rejectOtherPrograms(database, path: path)
        try database.run("PRAGMA application_id = \(application)")
        return try moveForward(database, from: 0)
      }
      let found = try version(of: database)
      guard found <= version else {
        throw TaskStoreError(
          .laterVersion,
          """
          '\(path)' has tables of version \(found), but this program supports versions up to \
          \(version): update the program, or give it a file of its own.
          """)
      }
      // Versions are numbered from 1. A file with version 0 has no mark yet.
      guard found > 0 else {
        throw TaskStoreError(
          .unsuitableFile,
          """
          '\(path)' is damaged: its tables are of version \(found), and versions start with 1. \
          Restore it from a backup, or give the store another file.
          """)
      }
      try moveForward(database, from: Int(found))
    }
  }

  /// Applies the migrations that the tables of a version lack.
  private static func moveForward(
    _ database: SQLiteDatabase, from found: Int
  ) throws(TaskStoreError) {
    for statement in steps.dropFirst(found).joined() { try database.run(statement) }
    try database.run("PRAGMA user_version = \(version)")
  }

  private static func application(of database: SQLiteDatabase) throws(TaskStoreError) -> Int64? {
    try database.rows(application(of: nil)).first?.first?.integer
  }

  private static func version(of database: SQLiteDatabase) throws(TaskStoreError) -> Int64 {
    try database.rows(version(of: nil)).first?.first?.integer ?? 0
  }

  /// Returns the query for the mark of a file, which is attached under a name, or belongs to the
  /// connection itself if the name is `nil`.
  static func application(of schema: String?) -> SQLiteStatement {
    SQLiteStatement("PRAGMA \(SQLiteInsertion.prefix(schema))application_id")
  }

  /// Returns the query for the version of the tables in a file, which is attached under a name, or
  /// belongs to the connection itself if the name is `nil`.
  static func version(of schema: String?) -> SQLiteStatement {
    SQLiteStatement("PRAGMA \(SQLiteInsertion.prefix(schema))user_version")
  }

  private static func rejectOtherPrograms(
    _ database: SQLiteDatabase, path: String
  ) throws(TaskStoreError) {
    let tables = try database.rows("SELECT count(*) FROM sqlite_master").first?.first?.integer
    guard try application(of: database) == 0, tables == 0 else {
      throw TaskStoreError(
        .unsuitableFile,
        "'\(path)' is the database of another program: give the store a file of its own.")
    }
  }

  /// The statements that migrate the tables from each version to the next one.
  static let steps = [first, second, third, fourth, fifth, sixth]

  /// The tables of version 1.
  private static let first = [
    """
    CREATE TABLE task_store (
      token INTEGER NOT NULL
    )
    """,
    "INSERT INTO task_store (token) VALUES (0)",
    """
    CREATE TABLE task_schedule (
      task TEXT NOT NULL PRIMARY KEY,
      definition TEXT NOT NULL,
      version INTEGER NOT NULL,
      next INTEGER,
      delay INTEGER NOT NULL,
      latest INTEGER,
      runs INTEGER NOT NULL,
      remaining INTEGER,
      holding INTEGER NOT NULL,
      paused INTEGER NOT NULL DEFAULT 0
    ) WITHOUT ROWID
    """,
    """
    CREATE TABLE task_fire (
      task TEXT NOT NULL,
      due INTEGER NOT NULL,
      state TEXT NOT NULL,
      number INTEGER NOT NULL,
      missed INTEGER NOT NULL DEFAULT 0,
      missed_since INTEGER,
      missed_reason TEXT,
      owner TEXT,
      token INTEGER,
      claims INTEGER NOT NULL DEFAULT 0,
      lease_end INTEGER,
      lease_boot TEXT,
      begun INTEGER,
      ended INTEGER,
      detail TEXT,
      PRIMARY KEY (task, due)
    ) WITHOUT ROWID
    """,
    "CREATE INDEX task_fire_open ON task_fire (task, due) WHERE state IN ('due', 'running')",
    "CREATE INDEX task_fire_due ON task_fire (due)",
    "CREATE INDEX task_fire_ended ON task_fire (ended) WHERE ended IS NOT NULL",
  ]

  /// The changes of version 2: jobs, and an index with which a claim skips waiting fires.
  private static let second = [
    "ALTER TABLE task_store ADD COLUMN job_token INTEGER NOT NULL DEFAULT 0",
    "DROP INDEX task_fire_open",
    """
    CREATE INDEX task_fire_open ON task_fire (task, state, due) WHERE state IN ('due', 'running')
    """,
    """
    CREATE TABLE task_queue (
      queue TEXT NOT NULL PRIMARY KEY,
      paused INTEGER NOT NULL
    ) WITHOUT ROWID
    """,
    """
    CREATE TABLE task_job (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      name TEXT NOT NULL,
      queue TEXT NOT NULL,
      priority INTEGER NOT NULL,
      state TEXT NOT NULL,
      payload TEXT NOT NULL,
      enqueued INTEGER NOT NULL,
      due INTEGER NOT NULL,
      attempt INTEGER NOT NULL DEFAULT 0,
      cancelling INTEGER NOT NULL DEFAULT 0,
      owner TEXT,
      token INTEGER,
      lease_end INTEGER,
      lease_boot TEXT,
      begun INTEGER,
      ended INTEGER,
      progress TEXT,
      result TEXT,
      detail TEXT,
      key TEXT,
      key_end INTEGER,
      holds_key INTEGER NOT NULL DEFAULT 0,
      retention INTEGER NOT NULL
    )
    """,
    "CREATE INDEX task_job_waiting ON task_job (queue, priority DESC, id) WHERE state = 'waiting'",
    "CREATE INDEX task_job_running ON task_job (queue) WHERE state = 'running'",
    "CREATE INDEX task_job_delayed ON task_job (due) WHERE state = 'delayed'",
    "CREATE INDEX task_job_cancelling ON task_job (owner) WHERE cancelling = 1",
    "CREATE UNIQUE INDEX task_job_key ON task_job (name, key) WHERE holds_key = 1",
    """
    CREATE INDEX task_job_ended ON task_job (ended + retention, id) WHERE ended IS NOT NULL
    """,
  ]

  /// The changes of version 3: flows, rates of queues, and the spans that enqueue jobs.
  private static let third = [
    "ALTER TABLE task_queue ADD COLUMN next_begin INTEGER",
    "ALTER TABLE task_job ADD COLUMN flow INTEGER",
    "ALTER TABLE task_job ADD COLUMN flow_name TEXT",
    "ALTER TABLE task_job ADD COLUMN step TEXT",
    "ALTER TABLE task_job ADD COLUMN trace_parent TEXT",
    "CREATE INDEX task_job_flow ON task_job (flow, id) WHERE flow IS NOT NULL",
    """
    CREATE TABLE task_dependency (
      job INTEGER NOT NULL,
      dependency INTEGER NOT NULL,
      PRIMARY KEY (dependency, job)
    ) WITHOUT ROWID
    """,
    "CREATE INDEX task_dependency_job ON task_dependency (job, dependency)",
  ]

  /// The changes of version 4: attempts, tags, expiry and key states of each job, and an index with
  /// which a claim takes the jobs that were due first.
  private static let fourth = [
    "ALTER TABLE task_job ADD COLUMN max_attempts INTEGER",
    "ALTER TABLE task_job ADD COLUMN tags TEXT",
    "ALTER TABLE task_job ADD COLUMN expires INTEGER",
    "ALTER TABLE task_job ADD COLUMN key_states TEXT",
    // Processes of the previous version still use the index, so it keeps its name.
    "DROP INDEX task_job_waiting",
    """
    CREATE INDEX task_job_waiting ON task_job (queue, priority DESC, due, id)
    WHERE state = 'waiting'
    """,
    """
    CREATE INDEX task_job_expiring ON task_job (expires)
    WHERE expires IS NOT NULL AND begun IS NULL AND ended IS NULL
    """,
  ]

  /// The changes of version 5: steps of jobs, the signals that they wait for, and jobs in an order.
  private static let fifth = [
    "ALTER TABLE task_job ADD COLUMN signal TEXT",
    """
    CREATE TABLE task_step (
      job INTEGER NOT NULL,
      number INTEGER NOT NULL,
      name TEXT NOT NULL,
      kind TEXT NOT NULL,
      result TEXT,
      ended INTEGER NOT NULL,
      PRIMARY KEY (job, number)
    ) WITHOUT ROWID
    """,
    """
    CREATE TABLE task_signal (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      job INTEGER NOT NULL,
      name TEXT NOT NULL,
      payload TEXT NOT NULL,
      sent INTEGER NOT NULL
    )
    """,
    "CREATE INDEX task_signal_job ON task_signal (job, name, id)",
    "ALTER TABLE task_job ADD COLUMN order_key TEXT",
    """
    CREATE INDEX task_job_order ON task_job (name, order_key, id)
    WHERE order_key IS NOT NULL AND ended IS NULL
    """,
    """
    CREATE INDEX task_job_order_running ON task_job (name, order_key)
    WHERE order_key IS NOT NULL AND state = 'running'
    """,
    // The claim decides whether the job is really the next one.
    """
    CREATE TRIGGER task_job_order_ended AFTER UPDATE OF ended ON task_job
    WHEN NEW.order_key IS NOT NULL AND NEW.ended IS NOT NULL AND OLD.ended IS NULL
    BEGIN
      UPDATE task_job SET state = CASE WHEN due <= NEW.ended THEN 'waiting' ELSE 'delayed' END
      WHERE id = (
        SELECT n.id FROM task_job AS n
        WHERE n.name = NEW.name AND n.order_key = NEW.order_key AND n.ended IS NULL
          AND n.state = 'blocked' AND NOT EXISTS (
            SELECT 1 FROM task_dependency AS d JOIN task_job AS b ON b.id = d.dependency
            WHERE d.job = n.id AND b.state <> 'succeeded')
        ORDER BY n.id LIMIT 1);
    END
    """,
  ]

  /// The changes of version 6: fires are jobs.
  ///
  /// The column `fire` is the fire time, or null for other jobs. Fires have negative identifiers.
  private static let sixth = [
    // The statement that stores a job does what it did, and faster for jobs without order.
    "DROP TRIGGER IF EXISTS task_job_order_stored",
    "ALTER TABLE task_job ADD COLUMN fire INTEGER",
    "CREATE UNIQUE INDEX task_job_fire ON task_job (queue, fire) WHERE fire IS NOT NULL",
    "CREATE INDEX task_job_fires ON task_job (fire, name) WHERE fire IS NOT NULL",
    "DROP INDEX task_job_ended",
    """
    CREATE INDEX task_job_ended ON task_job (ended + retention, id)
    WHERE ended IS NOT NULL AND fire IS NULL
    """,
    """
    CREATE INDEX task_job_fire_ended ON task_job (ended + retention, id)
    WHERE ended IS NOT NULL AND fire IS NOT NULL
    """,
    // Earlier versions kept fires for 30 days by default.
    """
    INSERT INTO task_job (id, name, queue, priority, state, payload, enqueued, due, fire, attempt,
      owner, token, lease_end, lease_boot, begun, ended, detail, retention)
    SELECT -row_number() OVER (ORDER BY due, task), '\(FireQueue.prefix)' || task,
      '\(FireQueue.prefix)' || task, 0,
      CASE state WHEN 'due' THEN 'waiting' ELSE state END,
      json_object('time', due, 'number', nullif(number, 0),
        'missed', CASE WHEN missed_reason IS NOT NULL THEN missed END, 'since', missed_since,
        'reason', missed_reason),
      due, due, due, claims, owner, token, lease_end, lease_boot, begun, ended, detail,
      30 * 86400 * 1000000000
    FROM task_fire ORDER BY due, task
    """,
    "UPDATE task_store SET job_token = max(job_token, token)",
    "DROP TABLE task_fire",
  ]
}
