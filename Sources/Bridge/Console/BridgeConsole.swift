import Dispatch
import Foundation
import ProcessLifecycle
import Synchronization

/// A socket through which people and scripts look into a running app.
///
/// Made by ``Bridge/console(at:for:)``. Only the user that the process belongs
/// to can connect. See <doc:Controlling-a-Running-App>.
///
/// - Concurrency: May be used from any thread.
public final class BridgeConsole: Sendable {
  private struct State {
    var connections: [ObjectIdentifier: ConsoleConnection] = [:]
    var accepting: SharedSource<any DispatchSourceRead>?
    var isClosed = false
  }

  /// The path of the socket.
  public var path: String { listener.path }

  /// The app that it looks into, if it was made for one.
  let context: AppContext?
  let commands: ConsoleCommands
  let start = ContinuousClock.now
  let readings = ConsoleReadings()
  private let listener: ConsoleListener
  private let limits: ConsoleLimits
  /// The requests of all clients that have not been answered.
  let load = ConsoleLoad()
  private let queue = DispatchQueue(label: "Bridge.console")
  private let state = Mutex(State())
  private let arrivals = AsyncStream<ConsoleConnection>.makeStream()

  init(
    _ listener: ConsoleListener, context: AppContext?, commands: ConsoleCommands = .standard,
    limits: ConsoleLimits = ConsoleLimits()
  ) {
    self.context = context
    self.commands = commands
    self.limits = limits
    self.listener = listener
    begin()
  }

  convenience init(
    path: String, context: AppContext?, commands: ConsoleCommands = .standard,
    limits: ConsoleLimits = ConsoleLimits()
  ) throws(BridgeConsoleError) {
    self.init(
      try ConsoleListener(path: path), context: context, commands: commands, limits: limits)
  }

  deinit { close() }

  /// The number of connected clients.
  public var clientCount: Int { state.withLock { $0.connections.count } }

  /// Ends all connections, and removes the socket unless it belongs to the supervisor of the app.
  ///
  /// Closing twice does nothing.
  public func close() { _ = takeDown() }

  /// Closes, and returns when clients have what they had been sent.
  func closeAndWait() async {
    for connection in takeDown() { await connection.waitUntilGone() }
  }

  private func takeDown() -> [ConsoleConnection] {
    let (accepting, connections) = state.withLock { state in
      defer {
        state.isClosed = true
        state.connections = [:]
      }
      return (state.accepting.take(), Array(state.connections.values))
    }
    if let accepting {
      // First, so that no client finds it and then waits.
      listener.removeFile()
      accepting.source.cancel()
    }
    arrivals.continuation.finish()
    for connection in connections { connection.close() }
    return connections
  }

  // MARK: - Clients

  private func begin() {
    let source = DispatchSource.makeReadSource(fileDescriptor: listener.descriptor, queue: queue)
    source.setEventHandler { [weak self] in self?.accept() }
    source.setCancelHandler { [listener] in Foundation.close(listener.descriptor) }
    state.withLock { $0.accepting = SharedSource(source: source) }
    // A task of the code that opened the console: requests are answered from the fresh
    // state that it was opened in, if it was in one.
    let arrivals = arrivals.stream
    Task { [weak self] in
      for await connection in arrivals {
        let task = Task(executorPreference: ConsoleExecutor()) { [weak self] in
          for await item in connection.requests {
            // The stream still has the requests of a client that has left.
            guard !Task.isCancelled else { break }
            await self?.answer(item, of: connection)
            connection.didAnswer()
          }
          connection.end()
          connection.dropUnanswered()
        }
        connection.whenClosed { task.cancel() }
      }
    }
    source.activate()
  }

  private func accept() {
    let descriptor = Foundation.accept(listener.descriptor, nil, nil)
    guard descriptor >= 0 else {
      DescriptorShortage.pauseIfAny()
      return
    }
    let connection = ConsoleConnection(descriptor: descriptor, limits: limits, load: load)
    if let refusal = refusal(of: descriptor) {
      connection.send(ConsoleResponse(id: .null, error: refusal))
      connection.end()
      return
    }
    let id = ObjectIdentifier(connection)
    let isOpen = state.withLock { state in
      if !state.isClosed { state.connections[id] = connection }
      return !state.isClosed
    }
    guard isOpen else { return connection.close() }
    connection.whenClosed { [weak self] in
      _ = self?.state.withLock { $0.connections.removeValue(forKey: id) }
    }
    arrivals.continuation.yield(connection)
    connection.open()
  }

  /// Returns why a client that connects is rejected, or `nil`.
  private func refusal(of descriptor: Int32) -> BridgeConsoleError? {
    guard let user = UnixSocket.peer(of: descriptor), user == geteuid() else {
      return BridgeConsoleError(
        .forbidden, "only the user of the process, \(geteuid()), may use its console")
    }
    guard clientCount < limits.clients else {
      return BridgeConsoleError(
        .tooManyClients, "\(limits.clients) clients are connected, and there may be no more")
    }
    return nil
  }

  private func answer(_ item: ConsoleLines.Item, of connection: ConsoleConnection) async {
    switch item {
    case .tooLong:
      connection.send(
        ConsoleResponse(
          id: .null,
          error: BridgeConsoleError(
            .lineTooLong, "a line may have \(limits.lineLength) bytes; this one was not read")))
    case .line(let bytes):
      let request: ConsoleRequest
      do { request = try ConsoleRequest.read(bytes) } catch {
        return connection.send(ConsoleResponse(id: .null, error: error))
      }
      let session = ConsoleSession(console: self, connection: connection, id: request.id)
      do throws(BridgeConsoleError) {
        let result = try await commands.run(request, in: session)
        connection.send(ConsoleResponse(id: request.id, result: result))
        session.didRespond()
      } catch {
        connection.send(ConsoleResponse(id: request.id, error: error))
      }
    }
  }
}

/// The limits for the clients of a console.
struct ConsoleLimits: Sendable {
  /// The size of a line in bytes.
  var lineLength = 1 << 20
  /// The number of waiting requests of one client.
  var waitingRequests = 64
  /// The number of waiting requests of all clients.
  var waitingInAll = 512
  /// The number of bytes that a client may leave unread before the next line is sent.
  var unreadBytes = 4 << 20
  /// The number of times that one client may watch what runs.
  var watches = 16
  /// The number of clients.
  var clients = 64
}

/// Counts the waiting requests of all clients of a console.
final class ConsoleLoad: Sendable {
  private let waiting = Atomic(0)

  /// The number of waiting requests.
  var count: Int { waiting.load(ordering: .relaxed) }

  /// Adds some, or takes some away, and returns how many wait then.
  @discardableResult
  func add(_ number: Int) -> Int {
    waiting.add(number, ordering: .relaxed).newValue
  }
}

/// Runs what one client asks for on a queue of its own.
///
/// A route that blocks then holds up its client only, and not the threads on which all
/// tasks of the process run.
final class ConsoleExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "Bridge.console.requests")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { [self] in
      unsafe job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}

/// Cuts what comes through a socket into lines.
struct ConsoleLines: Sendable {
  /// An item that the bytes so far make up.
  enum Item: Sendable, Hashable {
    case line([UInt8])
    /// A line that was longer than it may be; none of it is kept.
    case tooLong
  }

  /// The size in bytes that a line may have, without its end.
  let limit: Int
  private var begun: [UInt8] = []
  /// A Boolean value that indicates whether the line that has begun is too long already.
  private var isSkipping = false

  init(limit: Int) { self.limit = limit }

  /// The number of bytes that wait for the end of their line.
  var pendingCount: Int { begun.count }

  /// Takes in the next bytes; lines with nothing in them are left out.
  ///
  /// - Complexity: O(*n*) in the bytes.
  mutating func take(in bytes: some Sequence<UInt8>) -> [Item] {
    var items: [Item] = []
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        if isSkipping {
          isSkipping = false
        } else if !begun.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }) {
          items.append(.line(begun))
        }
        begun.removeAll(keepingCapacity: true)
      } else if !isSkipping {
        begun.append(byte)
        if begun.count > limit {
          // Said at once, as the end may never come.
          items.append(.tooLong)
          isSkipping = true
          begun.removeAll()
        }
      }
    }
    return items
  }
}
