import Bridge
import Foundation
import ProcessLifecycle
public import RecordFormat
import Synchronization

/// A port of this machine on which monitors can read metrics and health over HTTP.
///
/// `/metrics` returns the text format of Prometheus. `/livez` and `/readyz` return 200 or 503, with
/// the checks as JSON. Only processes on this machine can connect.
///
/// - Concurrency: Can be used from any thread.
public final class MonitorPort: Sendable {
  private struct State {
    var pages: any PortPages
    var accepting: SharedSource<any DispatchSourceRead>?
    var clients = PortClients()
    var isClosed = false
  }

  /// The port number, or 0 for a socket in the file system.
  public let number: UInt16

  /// The names of the host that requests may use, in lower case.
  private let hosts: Set<String>
  private let limits: MonitorLimits
  /// Removes the file of the socket, if it has one.
  private let removeFile: @Sendable () -> Void
  private let sleep: @Sendable (Duration) async throws -> Void
  private let queue = DispatchQueue(label: "BridgeTelemetry.port")
  private let state: Mutex<State>
  private let arrivals = AsyncStream<HTTPConnection>.makeStream()

  /// Listens on a port.
  ///
  /// - Parameters:
  ///   - port: The port, or 0 for any free port.
  ///   - address: The IPv4 address to listen at, by default only for this machine.
  ///   - hosts: Further names of the host that requests may use.
  ///   - pages: The pages.
  ///   - limits: The limits for clients.
  ///   - clock: The clock of the time limit.
  ///   - location: The source location for errors.
  /// - Throws: ``MonitorPortError`` if the port cannot be opened.
  package convenience init(
    _ port: UInt16, of address: String = "127.0.0.1", hosts: [String] = [],
    pages: some PortPages, limits: MonitorLimits = MonitorLimits(),
    clock: some Clock<Duration> = ContinuousClock(), at location: CodeLocation
  ) throws(MonitorPortError) {
    let listener: (descriptor: Int32, port: UInt16)
    do {
      listener = try LoopbackSocket.listen(at: port, of: address)
    } catch {
      throw .failed(error, "\(address):\(port)", at: location)
    }
    self.init(
      listener.port, hosts: hosts + [address], pages: pages, limits: limits, clock: clock,
      removeFile: {})
    accept(from: listener.descriptor)
  }

  /// Listens on a socket in the file system, to which only the user of the process can connect.
  ///
  /// - Throws: A `BridgeConsoleError` that names the path and the fix.
  package convenience init(
    socket path: String, hosts: [String], pages: some PortPages,
    clock: some Clock<Duration> = ContinuousClock()
  ) throws(BridgeConsoleError) {
    let listener = try ConsoleListener(path: path)
    self.init(
      0, hosts: hosts, pages: pages, limits: MonitorLimits(), clock: clock,
      removeFile: { listener.removeFile() })
    accept(from: listener.descriptor)
  }

  private init(
    _ number: UInt16, hosts: [String], pages: some PortPages, limits: MonitorLimits,
    clock: some Clock<Duration>, removeFile: @escaping @Sendable () -> Void
  ) {
    self.number = number
    self.hosts = Set((["localhost", "127.0.0.1"] + hosts).map { $0.lowercased() })
    self.limits = limits
    self.removeFile = removeFile
    sleep = { try await clock.sleep(for: $0) }
    state = Mutex(State(pages: pages))
  }

  /// Replaces the pages by pages that may contain the present ones.
  package func replacePages(_ make: (any PortPages) -> any PortPages) {
    state.withLock { $0.pages = make($0.pages) }
  }

  deinit { close() }

  /// Stops listening and ends all connections.
  ///
  /// Closing the port again has no effect.
  public func close() {
    let (accepting, connections) = state.withLock { state in
      state.isClosed = true
      return (state.accepting.take(), state.clients.all)
    }
    // The file is removed first, so that no client finds it and then waits.
    if accepting != nil { removeFile() }
    accepting?.source.cancel()
    arrivals.continuation.finish()
    for connection in connections { connection.interrupt() }
  }

  // MARK: - Clients

  private func accept(from listener: Int32) {
    let source = DispatchSource.makeReadSource(fileDescriptor: listener, queue: queue)
    source.setEventHandler { [weak self] in self?.acceptNext(listener) }
    source.setCancelHandler { Foundation.close(listener) }
    state.withLock { $0.accepting = SharedSource(source: source) }
    // The task inherits from the code that opened the port. If this code had a fresh state, pages
    // are created in this state.
    let arrivals = arrivals.stream
    Task { [weak self] in
      for await connection in arrivals {
        Task { [weak self] in
          await self?.serve(connection)
          self?.remove(connection)
          connection.close()
        }
      }
    }
    source.activate()
  }

  private func acceptNext(_ listener: Int32) {
    let descriptor = LoopbackSocket.accept(listener)
    guard descriptor >= 0 else {
      DescriptorShortage.pauseIfAny()
      return
    }
    let connection = HTTPConnection(descriptor: descriptor)
    let (isAdded, removed) = state.withLock { state -> (Bool?, HTTPConnection?) in
      guard !state.isClosed else { return (nil, nil) }
      return state.clients.add(connection, limit: limits.connections)
    }
    removed?.interrupt()
    switch isAdded {
    case true?: arrivals.continuation.yield(connection)
    case false?:
      let message = "the limit is \(limits.connections) connections at once"
      connection.writeAtOnce(HTTPResponse.error(503, message).bytes(for: nil))
      connection.close()
    case nil: connection.close()
    }
  }

  private func remove(_ connection: HTTPConnection) {
    state.withLock { $0.clients.remove(connection) }
  }

  /// Reads a request and answers it.
  private func serve(_ connection: HTTPConnection) async {
    let pages = state.withLock(\.pages)
    var method: String?
    let answer: PortAnswer
    do throws(HTTPResponse) {
      guard let request = try await request(from: connection, for: pages) else { return }
      state.withLock { $0.clients[connection] = .waiting }
      // It may have made room while its request was read.
      guard state.withLock({ $0.clients[connection] }) != nil else { return }
      method = request.method
      answer = await self.answer(request, by: pages)
    } catch {
      answer = PortAnswer(error)
    }
    if let next = answer.next {
      // It may go on for as long as the app runs.
      state.withLock { $0.clients[connection] = .answered }
      var part: [UInt8]? = answer.response.head()
      while let bytes = part,
        await interrupting(connection, { await connection.write(bytes) })
      {
        part = await next()
      }
    } else {
      let bytes = answer.response.bytes(for: method)
      if await interrupting(connection, { await connection.write(bytes) }) {
        state.withLock { $0.clients[connection] = .answered }
        await interrupting(connection) { await connection.waitForEnd() }
      }
    }
    await answer.whenSent?()
  }

  /// Reads a request, or returns `nil` if the connection ended before.
  ///
  /// - Throws: The response to a request that is not allowed.
  private func request(
    from connection: HTTPConnection, for pages: any PortPages
  ) async throws(HTTPResponse) -> HTTPRequest? {
    let head = await interrupting(connection) {
      await connection.readHead(limit: limits.headLength)
    }
    switch head {
    case .ended: return nil
    case .tooLong:
      throw .error(431, "the limit for the head of a request is \(limits.headLength) bytes")
    case .complete(let bytes, let rest):
      var request = try HTTPRequest(bytes)
      let length = try request.bodyLength(atMost: pages.mostBodyBytes)
      // A page in a browser could reach this port with a name that resolves to this machine, and
      // read the response.
      if let host = request.hostName, !hosts.contains(host) {
        let names = hosts.sorted().map { "'\($0)'" }.joined(separator: " or ")
        throw .error(421, "the host must be \(names), not '\(host)'")
      }
      let body = await interrupting(connection) {
        await connection.readBody(length, startingWith: rest)
      }
      guard let body else { return nil }
      request.body = body
      return request
    }
  }

  /// Runs a body, and interrupts the connection if this takes too long.
  private func interrupting<Result>(
    _ connection: HTTPConnection, _ body: () async -> Result
  ) async -> Result {
    let timer = Task { [sleep, time = limits.time] in
      // A cancelled timer does not interrupt the connection.
      if (try? await sleep(time)) != nil { connection.interrupt() }
    }
    let result = await body()
    timer.cancel()
    // This prevents the timer from interrupting later calls.
    await timer.value
    return result
  }

  /// Returns the answer to a request, or an error response if it takes too long.
  private func answer(_ request: HTTPRequest, by pages: any PortPages) async -> PortAnswer {
    let first = Promise<PortAnswer>()
    let work = Task { first.keep(await pages.answer(to: request)) }
    let timer = Task { [sleep, time = limits.time] in
      guard (try? await sleep(time)) != nil else { return }
      first.keep(
        PortAnswer(.error(503, "the app did not answer within \(time); check its stores")))
    }
    defer {
      work.cancel()
      timer.cancel()
    }
    return await first.value
  }
}

/// The connections of a port, up to a limit.
///
/// A connection that does not wait for its answer has to make room for a new one. Clients that stay
/// silent, do not close their connections, or follow the changes of the app keep no other client
/// out. Otherwise, a few open pages could let the checks of a supervisor fail.
private struct PortClients {
  /// The phases of a connection, the first to make room first.
  enum Phase: Int {
    case silent, answered, waiting
  }

  private struct Client {
    let connection: HTTPConnection
    let arrival: Int
    var phase = Phase.silent
  }

  private var clients: [ObjectIdentifier: Client] = [:]
  private var arrivals = 0

  var all: [HTTPConnection] { clients.values.map(\.connection) }

  /// Adds a connection.
  ///
  /// - Returns: Whether the connection was added, and the connection that was removed for it.
  mutating func add(
    _ connection: HTTPConnection, limit: Int
  ) -> (isAdded: Bool, removed: HTTPConnection?) {
    var removed: HTTPConnection?
    if clients.count >= limit {
      let first = clients.values.filter { $0.phase != .waiting }
        .min { ($0.phase.rawValue, $0.arrival) < ($1.phase.rawValue, $1.arrival) }
      guard let first else { return (false, nil) }
      removed = first.connection
      remove(first.connection)
    }
    arrivals += 1
    clients[ObjectIdentifier(connection)] = Client(connection: connection, arrival: arrivals)
    return (true, removed)
  }

  /// The phase of a connection, or `nil` if it was removed.
  subscript(connection: HTTPConnection) -> Phase? {
    get { clients[ObjectIdentifier(connection)]?.phase }
    set { if let newValue { clients[ObjectIdentifier(connection)]?.phase = newValue } }
  }

  mutating func remove(_ connection: HTTPConnection) {
    clients[ObjectIdentifier(connection)] = nil
  }
}

extension MonitorPortError {
  fileprivate static func failed(
    _ failure: LoopbackSocket.Failure, _ address: String, at location: CodeLocation
  ) -> MonitorPortError {
    guard failure.number != EADDRINUSE else {
      return MonitorPortError(
        .portInUse,
        """
        another process listens at \(address): stop it, choose another port, or use port 0 for a \
        free one
        """, at: location)
    }
    return MonitorPortError(
      .systemCallFailed,
      """
      \(address) cannot be opened: \(failure.call) failed: \(failure.reason); the address must be \
      an IPv4 address of this machine
      """,
      at: location)
  }
}

/// The limits for the clients of the port.
package struct MonitorLimits: Sendable {
  /// The maximum number of simultaneous connections.
  var connections = 64

  /// The maximum size of the head of a request in bytes.
  var headLength = 8 << 10

  /// The time limit for receiving a request, creating the response, and sending it.
  var time = Duration.seconds(10)

  package init(connections: Int = 64, headLength: Int = 8 << 10) {
    self.connections = connections
    self.headLength = headLength
  }
}

/// An error of the port for monitors.
public struct MonitorPortError: ModularityError {
  /// The kind of problem.
  ///
  /// Later releases may add kinds.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    /// The name of the kind.
    public let name: String

    /// Another process already listens on the port.
    public static let portInUse = Code(name: "portInUse")

    /// The system rejected a call.
    public static let systemCallFailed = Code(name: "systemCallFailed")

    public var description: String { name }
  }

  /// The kind of problem.
  public let code: Code

  /// A sentence that describes the problem and suggests a fix.
  public let message: String

  /// The source location of the call that opened the port.
  public let location: CodeLocation?

  /// Always `nil`.
  ///
  /// ``message`` describes errors of the system.
  public var underlyingError: (any Error)? { nil }

  init(_ code: Code, _ message: String, at location: CodeLocation) {
    self.code = code
    self.message = message
    self.location = location
  }
}
