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
    var accepting: SharedSource<any DispatchSourceRead>?
    var connections: [ObjectIdentifier: HTTPConnection] = [:]
    var isClosed = false
  }

  /// The port number.
  public let number: UInt16

  private let pages: MonitorPages
  private let limits: MonitorLimits
  private let sleep: @Sendable (Duration) async throws -> Void
  private let queue = DispatchQueue(label: "BridgeTelemetry.port")
  private let state = Mutex(State())
  private let arrivals = AsyncStream<HTTPConnection>.makeStream()

  /// Listens on a port.
  ///
  /// - Parameters:
  ///   - port: The port, or 0 for any free port.
  ///   - pages: The pages.
  ///   - limits: The limits for clients.
  ///   - clock: The clock of the time limit.
  ///   - location: The source location for errors.
  /// - Throws: ``MonitorPortError`` if the port cannot be opened.
  init(
    _ port: UInt16, pages: MonitorPages, limits: MonitorLimits = MonitorLimits(),
    clock: some Clock<Duration> = ContinuousClock(), at location: CodeLocation
  ) throws(MonitorPortError) {
    self.pages = pages
    self.limits = limits
    sleep = { try await clock.sleep(for: $0) }
    do {
      let (descriptor, number) = try LoopbackSocket.listen(at: port)
      self.number = number
      accept(from: descriptor)
    } catch {
      throw .failed(error, port, at: location)
    }
  }

  deinit { close() }

  /// Stops listening and ends all connections.
  ///
  /// Closing the port again has no effect.
  public func close() {
    let (accepting, connections) = state.withLock { state in
      state.isClosed = true
      return (state.accepting.take(), Array(state.connections.values))
    }
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
    let (isServed, isClosed) = state.withLock { state in
      guard !state.isClosed, state.connections.count < limits.connections else {
        return (false, state.isClosed)
      }
      state.connections[ObjectIdentifier(connection)] = connection
      return (true, false)
    }
    if isServed {
      arrivals.continuation.yield(connection)
      return
    }
    if !isClosed {
      let message = "the limit is \(limits.connections) connections at once"
      connection.writeAtOnce(HTTPResponse.error(503, message).bytes(for: nil))
    }
    connection.close()
  }

  private func remove(_ connection: HTTPConnection) {
    _ = state.withLock { $0.connections.removeValue(forKey: ObjectIdentifier(connection)) }
  }

  /// Reads a request and responds to it.
  private func serve(_ connection: HTTPConnection) async {
    let head = await interrupting(connection) {
      await connection.readHead(limit: limits.headLength)
    }
    var method: String?
    let response: HTTPResponse
    switch head {
    case .ended: return
    case .tooLong:
      response = .error(431, "the limit for the head of a request is \(limits.headLength) bytes")
    case .complete(let bytes):
      do throws(HTTPResponse) {
        let request = try HTTPRequest(bytes)
        method = request.method
        response = await answer(request)
      } catch {
        response = error
      }
    }
    let bytes = response.bytes(for: method)
    await interrupting(connection) { await connection.write(bytes) }
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

  /// Returns the response to a request, or an error response if it takes too long.
  private func answer(_ request: HTTPRequest) async -> HTTPResponse {
    let first = Promise<HTTPResponse>()
    let work = Task { [pages] in first.keep(await pages.response(to: request)) }
    let timer = Task { [sleep, time = limits.time] in
      guard (try? await sleep(time)) != nil else { return }
      first.keep(.error(503, "the app did not answer within \(time); check its stores"))
    }
    defer {
      work.cancel()
      timer.cancel()
    }
    return await first.value
  }
}

extension MonitorPortError {
  fileprivate static func failed(
    _ failure: LoopbackSocket.Failure, _ port: UInt16, at location: CodeLocation
  ) -> MonitorPortError {
    guard failure.number != EADDRINUSE else {
      return MonitorPortError(
        .portInUse,
        """
        another process listens at port \(port) of 127.0.0.1: stop it, choose another port, or use \
        0 for a free one
        """, at: location)
    }
    return MonitorPortError(
      .systemCallFailed,
      "the port \(port) of 127.0.0.1 cannot be opened: \(failure.call) failed: \(failure.reason)",
      at: location)
  }
}

/// The limits for the clients of the port.
struct MonitorLimits: Sendable {
  /// The maximum number of simultaneous connections.
  var connections = 16

  /// The maximum size of the head of a request in bytes.
  var headLength = 8 << 10

  /// The time limit for receiving a request, creating the response, and sending it.
  var time = Duration.seconds(10)
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
