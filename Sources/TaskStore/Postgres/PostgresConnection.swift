import CGround
import Foundation

/// A connection to a server of PostgreSQL, by libpq's asynchronous interface.
///
/// Statements go in pipelines: all of one call are sent at once, are one transaction, and each
/// sees what those before it have done. No thread waits for the server: its socket wakes the
/// queue of the connection.
///
/// - Concurrency: Calls take turns. All use of libpq is on the queue, which is the actor's executor.
///
/// `@safe`: the connection of libpq is the actor's own from its initializer to its end.
@safe
actor PostgresConnection {
  private let library: PostgresLibrary
  /// The connection of libpq, which is used on the queue only, and in `deinit`, when no other use
  /// is left.
  private nonisolated(unsafe) let handle: OpaquePointer
  private let executor: QueueExecutor
  private let secrets: Secrets
  /// The time limit for the answer to a pipeline, and for an attempt to connect.
  private let patience: Duration
  private let whenNotified: @Sendable (String?) -> Void

  /// Fires when the socket can be read.
  ///
  /// It is set once, on the queue, and any thread may cancel it: so `deinit` does, which is on
  /// none in particular.
  private nonisolated(unsafe) var source: (any DispatchSourceRead)?
  /// The call that waits for the socket to be read, and when its time is over.
  private var reader: CheckedContinuation<Bool, Never>?
  private var deadline = DispatchTime.now()
  private var isCheckingTime = false
  /// The names of the statements that the server has prepared, by their text.
  private var prepared: [String: String] = [:]
  /// The number of names so far: one whose statement failed is not used again.
  private var nameCount = 0
  /// Hints whose answers have not been read completely.
  private var unread: [SentTransaction] = []
  /// The calls that wait for their turn.
  private var turns: [CheckedContinuation<Void, Never>] = []
  private var isBusy = false
  /// Why the connection is of no use any more.
  private var loss: TaskStoreError?

  /// The server.
  private(set) var server = Server()

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  /// Begins to connect to the server of a connection string.
  private init(
    _ connection: String, _ library: PostgresLibrary, _ secrets: Secrets, patience: Duration,
    whenNotified: @escaping @Sendable (String?) -> Void
  ) throws(TaskStoreError) {
    // The string is the value of 'dbname', as libpq has it; what comes later goes before it.
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
  ///   - connection: A connection string as libpq reads it.
  ///   - library: The library.
  ///   - patience: How long the server may leave an attempt to connect, or statements, unanswered.
  ///   - whenNotified: Called with the text of a notification by another session, and with `nil`
  ///     when the connection is lost.
  /// - Returns: The connection.
  /// - Throws: An error that names server, database and user, and no password.
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
    let end = DispatchTime.now() + patience.timeInterval
    while true {
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

  /// Returns another descriptor of the socket: a source must have one until it is cancelled, and
  /// libpq closes its own whenever it gives up.
  private func copyOfSocket() throws(TaskStoreError) -> Int32 {
    let copy = dup(unsafe library.functions.socket(handle))
    guard copy >= 0 else {
      throw unreachable("a descriptor of its socket: \(unsafe String(cString: strerror(errno)))")
    }
    return copy
  }

  /// Waits until the socket is ready.
  ///
  /// - Returns: `false` if the time is over.
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
  ///   - hint: A statement for a transaction of its own after that, which is sent along. No call
  ///     waits for it or learns of its errors.
  /// - Returns: The rows of each statement.
  /// - Throws: The server's error, with nothing of the statements done; or ``TaskStoreError/Code/connection``
  ///   if the connection is lost, and it is unknown whether they are.
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
    // Answers come in the order of what was sent.
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

  /// Sends statements of one transaction.
  private func send(_ statements: [PostgresStatement]) throws(TaskStoreError) -> SentTransaction {
    let functions = library.functions
    var sent = SentTransaction()
    for statement in statements {
      let name: String
      // Each text is planned once: the store has few, and their values are parameters.
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

  /// Waits until a result can be read without waiting.
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
      // Between the answers of two statements.
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
    // After an error, the other statements are not run.
    case TASK_STORE_RESULT_ABORTED: break
    default:
      if transaction.failure == nil { transaction.failure = unsafe error(of: result) }
      guard unsafe functions.status(handle) == TASK_STORE_CONNECTED else { throw lose(message) }
    }
    return false
  }

  /// Reads what has come of the first hint that is unread.
  ///
  /// - Returns: `false` if there is more to come of it.
  private func readUnread() throws(TaskStoreError) -> Bool {
    while unsafe library.functions.is_busy(handle) == 0 {
      if try read(&unread[0]) {
        // A hint that has failed costs others a second, and its statement is prepared again.
        unread.removeFirst()
        return true
      }
    }
    return false
  }

  /// Reads what has been received of the answers to hints.
  private func readAllUnread() {
    guard loss == nil else { return }
    do throws(TaskStoreError) {
      while !unread.isEmpty, try readUnread() {}
    } catch {
      // The connection is lost, of which the next call learns.
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
    // The socket tells no more of what has been received behind the last answer.
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
  /// - Returns: `false` if the time is over.
  private func canBeRead(until end: DispatchTime) async -> Bool {
    deadline = end
    checkTime()
    return await withCheckedContinuation { reader = $0 }
  }

  /// Sees to it that the time of a wait is looked at when it is over: once for the many short
  /// waits until then.
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
    // libpq reads what there is, and leaves the end of the connection to the next call. Dispatch
    // may call once for both: on Linux, a source fires no more after a hang-up.
    var isRead = unsafe library.functions.consume_input(handle) == 1
    while isRead, hasMoreToRead { isRead = unsafe library.functions.consume_input(handle) == 1 }
    if !isRead, loss == nil { _ = lose(message) }
    // A call reads answers itself, in their order.
    if !isBusy { readAllUnread() }
    takeNotifications()
    reader.take()?.resume(returning: true)
    if !isRead { whenNotified(nil) }
  }

  /// Hands on the notifications that have been received, up to an answer that is unread.
  private func takeNotifications() {
    let functions = library.functions
    while let notification = unsafe functions.notifies(handle) {
      // What this session has notified of is known here.
      if unsafe notification.pointee.process != functions.backend_pid(handle) {
        whenNotified(unsafe String(cString: notification.pointee.text))
      }
      unsafe functions.freemem(notification)
    }
  }

  /// A Boolean value that indicates whether the socket has bytes, or has reached its end.
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

  /// Notes that the connection is of no use any more.
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

/// Statements of one transaction that were sent, and what a server has answered so far.
struct SentTransaction {
  /// The names of the statements that it prepares, by their text.
  var new: [String: String] = [:]

  /// For each result to come, whether it is the answer to a statement.
  var areAnswers: ArraySlice<Bool> = []

  /// The rows of each statement.
  var answers: [[PostgresRow]] = []

  /// The first error, after which nothing of the transaction is done.
  var failure: TaskStoreError?
}
