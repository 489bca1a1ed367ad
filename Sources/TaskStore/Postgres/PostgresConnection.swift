import CGround
import Foundation

/// A connection to a PostgreSQL server, with the asynchronous interface of libpq.
///
/// Statements are sent in pipelines. All statements of one call are sent together, form one
/// transaction, and each sees the effects of the previous ones. No thread waits for the server: its
/// socket wakes the queue of the connection.
///
/// - Concurrency: Calls are serialized. All use of libpq is on the queue, which is the actor's
///   executor.
///
/// `@safe`: the actor owns the connection of libpq from its initializer to its deinitializer.
@safe
actor PostgresConnection {
  private let library: PostgresLibrary
  /// The connection of libpq.
  ///
  /// It is used on the queue only, and in `deinit`, after all other uses.
  private nonisolated(unsafe) let handle: OpaquePointer
  private let executor: QueueExecutor
  private let secrets: Secrets
  /// The time limit for the response to a pipeline, and for each answer while connecting.
  private let patience: Duration
  private let whenNotified: @Sendable (String?) -> Void

  /// The source that fires when the socket can be read.
  ///
  /// It is set once, on the queue. Any thread may cancel it, which `deinit` does.
  private nonisolated(unsafe) var source: (any DispatchSourceRead)?
  /// The call that waits until the socket can be read, with its deadline below.
  private var reader: CheckedContinuation<Bool, Never>?
  private var deadline = DispatchTime.now()
  private var isCheckingTime = false
  /// The names of prepared statements, by their SQL text.
  private var prepared: [String: String] = [:]
  /// The number of names so far.
  ///
  /// The name of a failed statement is not reused.
  private var nameCount = 0
  /// The hints whose responses have not been read completely.
  private var unread: [SentTransaction] = []
  /// The calls that wait for their turn.
  private var turns: [CheckedContinuation<Void, Never>] = []
  private var isBusy = false
  /// The reason why the connection can no longer be used.
  private var loss: TaskStoreError?

  /// The server.
  private(set) var server = Server()

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  /// Starts to connect to the server of a connection string.
  private init(
    _ connection: String, _ library: PostgresLibrary, _ secrets: Secrets, patience: Duration,
    whenNotified: @escaping @Sendable (String?) -> Void
  ) throws(TaskStoreError) {
    // The string is the value of 'dbname', as libpq supports it. Parameters after it override its
    // contents.
    let handle = unsafe withCStrings(
      ["fallback_application_name", "dbname", "client_encoding", nil]
    ) { keywords in
      unsafe withCStrings(["ModularityKit", connection, "UTF8", nil]) { values in
        unsafe library.functions.connect_start_params(keywords, values, 1)
      }
    }
    guard let handle = unsafe handle else {
      throw TaskStoreError(.database, "libpq has no memory for a connection.")
    }
    unsafe self.handle = unsafe handle
    self.library = library
    self.secrets = secrets
    self.patience = patience
    self.whenNotified = whenNotified
    executor = QueueExecutor("TaskStore.PostgreSQL")
    _ = unsafe library.functions.set_nonblocking(handle, 1)
    unsafe withUnsafePointer(to: library.functions) {
      unsafe task_store_ignore_notices($0, handle)
    }
  }

  deinit {
    unsafe source?.cancel()
    unsafe library.functions.finish(handle)
  }

  /// Connects to a server.
  ///
  /// - Parameters:
  ///   - connection: A connection string for libpq.
  ///   - library: The library.
  ///   - patience: The time limit for each answer of the server.
  ///   - whenNotified: Called with the payload of a notification by another session, and with `nil`
  ///     when the connection is lost.
  /// - Returns: The connection.
  /// - Throws: An error that names the server, database and user, but no password.
  static func open(
    _ connection: String, _ library: PostgresLibrary, patience: Duration = .seconds(10),
    whenNotified: @escaping @Sendable (String?) -> Void
  ) async throws(TaskStoreError) -> PostgresConnection {
    let secrets = try Secrets(of: connection, library)
    let new = try PostgresConnection(
      connection, library, secrets, patience: patience, whenNotified: whenNotified)
    try await new.connect()
    return new
  }

  // MARK: - Connecting

  private func connect() async throws(TaskStoreError) {
    while true {
      let end = DispatchTime.now() + patience.timeInterval
      let isInTime: Bool
      switch unsafe library.functions.connect_poll(handle) {
      case TASK_STORE_POLL_READING: isInTime = try await wait(for: .reading, until: end)
      case TASK_STORE_POLL_WRITING: isInTime = try await wait(for: .writing, until: end)
      case TASK_STORE_POLL_OK: return try begin()
      default: throw unreachable(message)
      }
      guard isInTime else {
        throw unreachable("it has not answered for \(patience.components.seconds) s")
      }
    }
  }

  private func begin() throws(TaskStoreError) {
    guard unsafe library.functions.enter_pipeline_mode(handle) == 1 else {
      throw unreachable(message)
    }
    let functions = library.functions
    func text(_ pointer: UnsafePointer<CChar>?) -> String {
      unsafe pointer.map { unsafe String(cString: $0) } ?? ""
    }
    server = Server(
      version: Int(unsafe functions.server_version(handle)),
      versionText: unsafe text(functions.parameter_status(handle, "server_version")),
      host: unsafe text(functions.host(handle)), database: unsafe text(functions.db(handle)))
    let socket = try copyOfSocket()
    let new = DispatchSource.makeReadSource(fileDescriptor: socket, queue: executor.queue)
    new.setEventHandler { [weak self] in
      self?.assumeIsolated { $0.socketCanBeRead() }
    }
    new.setCancelHandler { close(socket) }
    unsafe source = new
    new.resume()
  }

  /// Returns a duplicate of the socket's descriptor.
  ///
  /// A source needs its descriptor until it is cancelled, and libpq may close its own at any time.
  private func copyOfSocket() throws(TaskStoreError) -> Int32 {
    let copy = dup(unsafe library.functions.socket(handle))
    guard copy >= 0 else {
      throw unreachable("a descriptor of its socket: \(unsafe String(cString: strerror(errno)))")
    }
    return copy
  }

  /// Waits until the socket is ready.
  ///
  /// - Returns: `false` if the deadline has passed.
  private func wait(
    for readiness: SocketReadiness, until end: DispatchTime
  ) async throws(TaskStoreError) -> Bool {
    await readiness.wait(closing: try copyOfSocket(), until: end, on: executor.queue)
  }

  // MARK: - Statements

  /// Runs statements in one transaction.
  ///
  /// - Parameters:
  ///   - statements: The statements.
  ///   - hint: A statement that is sent along, in a separate transaction after the others. No call
  ///     waits for it or gets its errors.
  /// - Returns: The rows of each statement.
  /// - Throws: The server's error, in which case no statement has an effect. Or
  ///   ``TaskStoreError/Code/connection`` if the connection is lost, in which case it is unknown
  ///   whether they have.
  func run(
    _ statements: [PostgresStatement], hint: PostgresStatement? = nil
  ) async throws(TaskStoreError) -> [[PostgresRow]] {
    await takeTurn()
    defer { endTurn() }
    if let loss { throw loss }
    var transaction = try send(statements)
    let earlier = unread.count
    if let hint { unread.append(try send([hint])) }
    let end = DispatchTime.now() + patience.timeInterval
    try await flush(until: end)
    // Responses arrive in the order of the requests.
    for _ in 0..<earlier {
      while try !readUnread() { try await waitForResult(until: end) }
    }
    while true {
      try await waitForResult(until: end)
      if try read(&transaction) { break }
    }
    if let failure = transaction.failure { throw failure }
    return transaction.answers
  }

  /// Sends the statements of one transaction.
  private func send(_ statements: [PostgresStatement]) throws(TaskStoreError) -> SentTransaction {
    let functions = library.functions
    var sent = SentTransaction()
    for statement in statements {
      let name: String
      // Each statement is prepared once. The store has few statements, and their values are
      // parameters.
      if let known = prepared[statement.sql] ?? sent.new[statement.sql] {
        name = known
      } else {
        nameCount += 1
        name = "modularity_kit_\(nameCount)"
        sent.new[statement.sql] = name
        sent.areAnswers.append(false)
        guard unsafe functions.send_prepare(handle, name, statement.sql, 0, nil) == 1 else {
          throw lose(message)
        }
      }
      let isSent = unsafe withCStrings(statement.values.map(\.text)) { values in
        unsafe functions.send_query_prepared(
          handle, name, Int32(statement.values.count), values, nil, nil, 0)
      }
      guard isSent == 1 else { throw lose(message) }
      sent.areAnswers.append(true)
    }
    guard unsafe functions.pipeline_sync(handle) == 1 else { throw lose(message) }
    return sent
  }

  /// Waits until a result can be read without blocking.
  private func waitForResult(until end: DispatchTime) async throws(TaskStoreError) {
    while unsafe library.functions.is_busy(handle) == 1 {
      guard await canBeRead(until: end) else {
        throw lose("it has not answered for \(patience.components.seconds) s")
      }
      if let loss { throw loss }
    }
  }

  /// Reads the next result of a transaction.
  ///
  /// - Returns: `true` if it was the last one.
  private func read(_ transaction: inout SentTransaction) throws(TaskStoreError) -> Bool {
    let functions = library.functions
    guard let result = unsafe functions.get_result(handle) else {
      // Between the responses to two statements.
      guard unsafe functions.status(handle) == TASK_STORE_CONNECTED else { throw lose(message) }
      return false
    }
    defer { unsafe functions.clear(result) }
    switch unsafe functions.result_status(result) {
    case TASK_STORE_RESULT_DONE, TASK_STORE_RESULT_ROWS:
      if transaction.areAnswers.popFirst() == true {
        transaction.answers.append(unsafe rows(of: result))
      }
    case TASK_STORE_RESULT_SYNC:
      if transaction.failure == nil { prepared.merge(transaction.new) { known, _ in known } }
      return true
    // After an error, the remaining statements are not run.
    case TASK_STORE_RESULT_ABORTED: break
    default:
      if transaction.failure == nil { transaction.failure = unsafe error(of: result) }
      guard unsafe functions.status(handle) == TASK_STORE_CONNECTED else { throw lose(message) }
    }
    return false
  }

  /// Reads the available results of the first unread hint.
  ///
  /// - Returns: `false` if further results are outstanding.
  private func readUnread() throws(TaskStoreError) -> Bool {
    while unsafe library.functions.is_busy(handle) == 0 {
      if try read(&unread[0]) {
        // A failed hint delays other processes by a second, and its statement is prepared again.
        unread.removeFirst()
        return true
      }
    }
    return false
  }

  /// Reads all received responses to hints.
  private func readAllUnread() {
    guard loss == nil else { return }
    do throws(TaskStoreError) {
      while !unread.isEmpty, try readUnread() {}
    } catch {
      // The connection is lost, and the next call gets the error.
      unread = []
    }
  }

  private func takeTurn() async {
    guard isBusy else {
      isBusy = true
      return
    }
    await withCheckedContinuation { turns.append($0) }
  }

  private func endTurn() {
    // The socket does not report data again that was received together with the last response.
    readAllUnread()
    takeNotifications()
    if turns.isEmpty {
      isBusy = false
    } else {
      turns.removeFirst().resume()
    }
  }

  private func flush(until end: DispatchTime) async throws(TaskStoreError) {
    while true {
      switch unsafe library.functions.flush(handle) {
      case 0: return
      case 1:
        guard try await wait(for: .writing, until: end) else {
          throw lose("it has read nothing for \(patience.components.seconds) s")
        }
        if let loss { throw loss }
      default: throw lose(message)
      }
    }
  }

  /// Waits until the socket has been read.
  ///
  /// - Returns: `false` if the deadline has passed.
  private func canBeRead(until end: DispatchTime) async -> Bool {
    deadline = end
    checkTime()
    return await withCheckedContinuation { reader = $0 }
  }

  /// Schedules a check of the deadline.
  ///
  /// One check serves the many short waits until then.
  private func checkTime() {
    guard !isCheckingTime else { return }
    isCheckingTime = true
    executor.queue.asyncAfter(deadline: deadline) { [weak self] in
      self?.assumeIsolated { $0.timeWasChecked() }
    }
  }

  private func timeWasChecked() {
    isCheckingTime = false
    guard reader != nil else { return }
    if DispatchTime.now() >= deadline {
      reader.take()?.resume(returning: false)
    } else {
      checkTime()
    }
  }

  private func socketCanBeRead() {
    // libpq reads the available data, and reports the end of the connection at the next call.
    // Dispatch may call once for both: on Linux, a source does not fire again after a hang-up.
    var isRead = unsafe library.functions.consume_input(handle) == 1
    while isRead, hasMoreToRead { isRead = unsafe library.functions.consume_input(handle) == 1 }
    if !isRead, loss == nil { _ = lose(message) }
    // A running call reads its responses itself, in their order.
    if !isBusy { readAllUnread() }
    takeNotifications()
    reader.take()?.resume(returning: true)
    if !isRead { whenNotified(nil) }
  }

  /// Delivers the received notifications, up to an unread response.
  private func takeNotifications() {
    let functions = library.functions
    while let notification = unsafe functions.notifies(handle) {
      // This process already knows about the notifications of its own session.
      if unsafe notification.pointee.process != functions.backend_pid(handle) {
        whenNotified(unsafe String(cString: notification.pointee.text))
      }
      unsafe functions.freemem(notification)
    }
  }

  /// A Boolean value that indicates whether the socket has data or has reached its end.
  private var hasMoreToRead: Bool {
    var byte: UInt8 = 0
    let count = unsafe recv(
      library.functions.socket(handle), &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
    return count >= 0
  }

  // MARK: - Answers

  private func rows(of result: OpaquePointer) -> [PostgresRow] {
    let functions = library.functions
    let columns = unsafe functions.nfields(result)
    return unsafe (0..<functions.ntuples(result)).map { row in
      PostgresRow(
        (0..<columns).map { column in
          guard unsafe functions.getisnull(result, row, column) == 0,
            let text = unsafe functions.getvalue(result, row, column)
          else { return nil }
          return unsafe String(cString: text)
        })
    }
  }

  private func error(of result: OpaquePointer) -> TaskStoreError {
    func field(_ name: Character) -> String? {
      unsafe library.functions.result_error_field(result, Int32(name.asciiValue ?? 0))
        .map { unsafe String(cString: $0) }
    }
    let hint = field("H").map { " (\($0))" } ?? ""
    return TaskStoreError(
      .database,
      """
      PostgreSQL answered with the error \(field("C") ?? "?"): \
      \(secrets.redacted(field("M") ?? "no message"))\(hint)
      """)
  }

  /// The latest message of libpq.
  private var message: String {
    let text = unsafe library.functions.error_message(handle).map { unsafe String(cString: $0) }
    return text.flatMap { $0.isEmpty ? nil : $0 } ?? "the connection has ended"
  }

  private func unreachable(_ message: String) -> TaskStoreError {
    TaskStoreError(
      .connection,
      """
      no connection to PostgreSQL: \(secrets.redacted(message)). Check that the server runs, and \
      that the connection string names it.
      """)
  }

  /// Records that the connection is lost.
  private func lose(_ message: String) -> TaskStoreError {
    let error = TaskStoreError(
      .connection, "the connection to PostgreSQL is lost: \(secrets.redacted(message)).")
    if loss == nil {
      loss = error
      unsafe source?.cancel()
    }
    return error
  }
}

/// The sent statements of one transaction, with the responses so far.
struct SentTransaction {
  /// The names of newly prepared statements, by their SQL text.
  var new: [String: String] = [:]

  /// For each outstanding result, whether it is the response to a statement.
  var areAnswers: ArraySlice<Bool> = []

  /// The rows of each statement.
  var answers: [[PostgresRow]] = []

  /// The first error, after which nothing of the transaction has an effect.
  var failure: TaskStoreError?
}
