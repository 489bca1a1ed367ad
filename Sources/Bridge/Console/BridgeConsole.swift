import Dispatch
import Foundation
import ProcessLifecycle
import Synchronization

/// A socket through which people and scripts look into a running app.
///
/// Made by ``Bridge/openConsole(at:for:)``. Only the user that the process belongs
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

  /// Runs the commands of the clients.
  let desk: ConsoleDesk
  private let listener: ConsoleListener
  private let limits: ConsoleLimits
  /// The unanswered requests of all clients.
  let load = ConsoleLoad()
  private let queue = DispatchQueue(label: "Bridge.console")
  private let state = Mutex(State())
  private let arrivals = AsyncStream<ConsoleConnection>.makeStream()

  init(
    _ listener: ConsoleListener, context: AppContext?, commands: ConsoleCommands = .standard,
    limits: ConsoleLimits = ConsoleLimits()
  ) {
    desk = ConsoleDesk(context: context, commands: commands)
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
  /// A second call has no effect.
  public func close() { _ = takeDown() }

  /// Closes the console, and waits until all sent data has reached the clients.
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
      // The file is removed first, so that no client finds it and then waits.
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
    // The task inherits the state of the code that opened the console. Requests are therefore
    // answered from its fresh state, if it had one.
    let arrivals = arrivals.stream
    Task { [weak self] in
      for await connection in arrivals {
        let task = Task(executorPreference: ConsoleExecutor()) { [weak self] in
          for await item in connection.requests {
            // The stream still contains the requests of a client that has disconnected.
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

  /// Returns the reason to reject a client, or `nil` to accept it.
  private func refusal(of descriptor: Int32) -> BridgeConsoleError? {
    guard let user = UnixSocket.peer(of: descriptor), user == geteuid() else {
      return BridgeConsoleError(
        .forbidden, "only the user of the process, \(geteuid()), may use its console")
    }
    guard clientCount < limits.clients else {
      return BridgeConsoleError(
        .tooManyClients, "\(limits.clients) clients are connected, which is the limit")
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
            .lineTooLong, "this line is longer than \(limits.lineLength) bytes, and was not read")))
    case .line(let bytes):
      let request: ConsoleRequest
      do { request = try ConsoleRequest.read(bytes) } catch {
        return connection.send(ConsoleResponse(id: .null, error: error))
      }
      let session = ConsoleSession(
        desk: desk, connection: connection, id: request.id, clientCount: clientCount)
      do throws(BridgeConsoleError) {
        let result = try await desk.run(request, in: session)
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
  /// The maximum size of a line in bytes.
  var lineLength = 1 << 20
  /// The maximum number of waiting requests of one client.
  var waitingRequests = 64
  /// The maximum number of waiting requests of all clients.
  var waitingInAll = 512
  /// The maximum number of unread bytes of a client before its connection is closed.
  var unreadBytes = 4 << 20
  /// The maximum number of watches of one client.
  var watches = 16
  /// The maximum number of clients.
  var clients = 64
}

/// A counter for the waiting requests of all clients of a console.
final class ConsoleLoad: Sendable {
  private let waiting = Atomic(0)

  /// The number of waiting requests.
  var count: Int { waiting.load(ordering: .relaxed) }

  /// Adds to or subtracts from the number of waiting requests, and returns the new number.
  @discardableResult
  func add(_ number: Int) -> Int {
    waiting.add(number, ordering: .relaxed).newValue
  }
}

/// An executor that runs the requests of one client on a separate queue.
///
/// A route that blocks then delays only its client, and not the threads that run all tasks of the
/// process.
final class ConsoleExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "Bridge.console.requests")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { [self] in
      unsafe job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}

/// A parser that splits received bytes into lines.
struct ConsoleLines: Sendable {
  /// A result of the bytes so far.
  enum Item: Sendable, Hashable {
    case line([UInt8])
    /// A line that exceeds the limit.
    ///
    /// Its bytes are discarded.
    case tooLong
  }

  /// The maximum size of a line in bytes, without its line break.
  let limit: Int
  private var begun: [UInt8] = []
  /// A Boolean value that indicates whether the current line already exceeds the limit.
  private var isSkipping = false

  init(limit: Int) { self.limit = limit }

  /// The number of bytes in the incomplete line.
  var pendingCount: Int { begun.count }

  /// Parses the next bytes, and omits empty lines.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
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
          // Reported immediately, because the end of the line may never arrive.
          items.append(.tooLong)
          isSkipping = true
          begun.removeAll()
        }
      }
    }
    return items
  }
}
