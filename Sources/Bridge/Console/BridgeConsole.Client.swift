import Foundation
import ToolkitTrace

extension BridgeConsole {
  /// A client of the console of another process, for a command-line tool.
  ///
  /// ```swift
  /// let client = try BridgeConsole.Client(connectingTo: "/run/user/1000/modularitykit/Harbor.sock")
  /// print(try client.send("call", ["url": "kl://Cart/add?id=7"]))
  /// ```
  ///
  /// All its methods block, so do not use it on the main actor of an app.
  public final class Client {
    private let path: String
    private let descriptor: Int32
    private var received: [UInt8] = []
    private var lastID = 0

    /// Connects to a console.
    ///
    /// - Parameters:
    ///   - path: The path of its socket.
    ///   - timeout: The time limit for a response. Events have no limit.
    /// - Throws: A ``BridgeConsoleError`` if no process listens at the path.
    public init(
      connectingTo path: String, timeout: Duration = .seconds(60)
    ) throws(BridgeConsoleError) {
      self.path = path
      do throws(UnixSocketError) {
        let address = try UnixSocketAddress(path: path)
        descriptor = try UnixSocket.make(.stream, for: path)
        let number = unsafe address.withAddress { [descriptor] in
          unsafe connect(descriptor, $0, $1) == 0 ? 0 : errno
        }
        // The deinitializer also runs after this error, and closes the descriptor.
        guard number == 0 else { throw UnixSocketError.call("connect", at: path, number: number) }
      } catch {
        throw BridgeConsoleError(
          .disconnected, "\(error.description). Check that the app runs and has opened its console."
        )
      }
      wait(atMost: timeout)
    }

    deinit { Foundation.close(descriptor) }

    /// Sends a request, and waits for the response.
    ///
    /// The request contains `Trace.outgoingLink`, so that the console's work links to the client's
    /// span.
    ///
    /// - Parameters:
    ///   - command: The command. `help` lists all commands.
    ///   - arguments: The arguments of the command.
    /// - Returns: The result.
    /// - Throws: A ``BridgeConsoleError`` of the console or of the connection.
    @discardableResult
    public func send(
      _ command: String, _ arguments: [String: ConsoleValue] = [:]
    ) throws(BridgeConsoleError) -> ConsoleValue {
      lastID += 1
      try write(
        ConsoleRequest(
          id: .integer(lastID), command: command, arguments: arguments,
          traceparent: Trace.outgoingLink?.traceParent))
      while true {
        let response = try nextResponse()
        if let error = response.error { throw error }
        // Other lines are events of an earlier watch.
        if response.id == .integer(lastID), response.ok == true { return response.result ?? .null }
      }
    }

    /// Receives spans when they end, and waits for the next ones.
    ///
    /// - Parameters:
    ///   - kinds: The kinds of spans, such as `task`, or `nil` for all.
    ///   - began: Called when the console has started to send spans.
    ///   - body: Called with each span. Return `false` to end the watch.
    /// - Throws: A ``BridgeConsoleError`` if the connection ends.
    public func watch(
      _ kinds: [String]? = nil, began: () -> Void = {}, _ body: (ConsoleValue) -> Bool
    ) throws(BridgeConsoleError) {
      try send("watch", kinds.map { ["kinds": .array($0.map { .string($0) })] } ?? [:])
      began()
      wait(atMost: .zero)
      while true {
        if let event = try nextResponse().event, !body(event) { return }
      }
    }

    // MARK: - Lines

    private func wait(atMost timeout: Duration) {
      let (seconds, attoseconds) = timeout.components
      var limit = timeval()
      limit.tv_sec = .init(clamping: seconds)
      limit.tv_usec = .init(clamping: attoseconds / 1_000_000_000_000)
      unsafe setsockopt(
        descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    private func write(_ request: ConsoleRequest) throws(BridgeConsoleError) {
      let line: [UInt8]
      do {
        line = Array(try ConsoleCoding.bytes(of: request)) + [UInt8(ascii: "\n")]
      } catch {
        throw BridgeConsoleError(.badRequest, "the request cannot be written as JSON: \(error)")
      }
      var rest = line[...]
      while !rest.isEmpty {
        let count = unsafe rest.withUnsafeBytes {
          unsafe Foundation.send(descriptor, $0.baseAddress, $0.count, UnixSocket.sendFlags)
        }
        if count < 0, errno == EINTR { continue }
        // The reason, which the console may have sent, can still be read.
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
      }
    }

    private func nextResponse() throws(BridgeConsoleError) -> ConsoleResponse {
      let line = try nextLine()
      do { return try ConsoleCoding.value(ConsoleResponse.self, from: line) } catch {
        throw BridgeConsoleError(
          .disconnected,
          "the process that listens at '\(path)' is not a console: it sent an invalid response")
      }
    }

    private func nextLine() throws(BridgeConsoleError) -> [UInt8] {
      var searched = 0
      while true {
        if let end = received[searched...].firstIndex(of: UInt8(ascii: "\n")) {
          defer { received.removeFirst(end + 1) }
          return Array(received[..<end])
        }
        searched = received.count
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        let count = unsafe recv(descriptor, &piece, piece.count, 0)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else {
          let reason =
            count == 0
            ? "it was closed" : errno == EAGAIN ? "it timed out" : "it broke"
          throw BridgeConsoleError(
            .disconnected, "the connection to '\(path)' can no longer be used: \(reason)")
        }
        received += piece[..<count]
      }
    }
  }
}
