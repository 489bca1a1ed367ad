import Foundation
import ModularityTestSupport
import Synchronization

/// A receiver of OTLP over HTTP on the loopback interface, which answers as a test wants, also as
/// one that is broken or hostile.
///
/// Each connection has a thread of its own.
final class TestCollector: Sendable {
  /// A request as it arrived.
  struct Request: Sendable {
    let line: String
    let headers: [String: String]
    let body: Data
  }

  /// The manner in which a request is answered.
  enum Answer: Sendable {
    case status(Int, headers: [String: String] = [:], body: String = "{}")

    /// These bytes as they stand, and then the end of the connection.
    case bytes(String)

    /// These bytes, and nothing further for as long as the collector lives.
    case unfinished(String)

    /// The first bytes, and then the second again and again until the connection is closed.
    case endless(String, then: String)

    /// No answer for as long as the collector lives.
    static let silence = unfinished("")
  }

  /// The requests in the order in which they arrived.
  let requests = EventRecorder<Request>()

  /// A connection that was opened, each.
  let connections = EventRecorder<Int32>()

  /// An answer without an end that the client has ended, each.
  let endedAnswers = EventRecorder<Int32>()

  /// The port that it listens at.
  let port: UInt16

  private let listener: Int32
  private let answers: Mutex<[Answer]>
  private let silent = Mutex<[Int32]>([])

  /// Listens, and gives these answers in turn; then it accepts all.
  init(_ answers: Answer...) throws {
    self.answers = Mutex(answers)
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let failure = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        unsafe bind(listener, pointer, length) != 0 || listen(listener, 64) != 0
          || getsockname(listener, pointer, &length) != 0
      }
    }
    guard !failure else { throw POSIXError(.EADDRINUSE) }
    port = UInt16(bigEndian: address.sin_port)
    self.listener = listener
    Thread.detachNewThread { [weak self] in
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0, let self else {
          // Closed here alone: the thread would accept at another socket of the same number.
          close(connection)
          close(listener)
          return
        }
        Thread.detachNewThread { self.serve(connection) }
      }
    }
  }

  deinit {
    // Ends the thread that accepts, which closes it.
    shutdown(listener, Int32(SHUT_RDWR))
    for connection in silent.withLock({ $0 }) { close(connection) }
  }

  /// The address for traces.
  var address: String { "http://127.0.0.1:\(port)/v1/traces" }

  private func serve(_ connection: Int32) {
    connections.record(connection)
    while let request = Self.request(from: connection) {
      // Before the answer, so that a test that has it finds the request.
      requests.record(request)
      switch answers.withLock({ $0.isEmpty ? .status(200) : $0.removeFirst() }) {
      case .status(let status, let headers, let body):
        let lines = headers.map { "\($0): \($1)\r\n" }.joined()
        Self.send(
          """
          HTTP/1.1 \(status) Answer\r\nContent-Type: application/json\r\n\
          Content-Length: \(body.utf8.count)\r\n\(lines)\r\n\(body)
          """, to: connection)
        continue
      case .unfinished(let bytes):
        silent.withLock { $0.append(connection) }
        Self.send(bytes, to: connection)
        return
      case .endless(let start, let rest):
        Self.send(start, to: connection)
        while Self.send(rest, to: connection) {}
        endedAnswers.record(connection)
      case .bytes(let bytes): Self.send(bytes, to: connection)
      }
      break
    }
    close(connection)
  }

  private static func request(from connection: Int32) -> Request? {
    var bytes = Data()
    var head: [String] = []
    var length: Int?
    let end = Data("\r\n\r\n".utf8)
    while true {
      if length == nil, let range = bytes.range(of: end) {
        head = String(decoding: bytes[..<range.lowerBound], as: UTF8.self)
          .components(separatedBy: "\r\n")
        bytes = Data(bytes[range.upperBound...])
        length = Int(headers(head)["content-length"] ?? "0")
        if headers(head)["expect"] != nil { send("HTTP/1.1 100 Continue\r\n\r\n", to: connection) }
      }
      if let length, bytes.count >= length {
        return Request(line: head[0], headers: headers(head), body: bytes)
      }
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      let count = unsafe recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { return nil }
      bytes += buffer[..<count]
    }
  }

  private static func headers(_ head: [String]) -> [String: String] {
    head.dropFirst().reduce(into: [:]) { headers, line in
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { return }
      headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
    }
  }

  /// Sends a text, and returns whether the client has taken it.
  @discardableResult
  private static func send(_ text: String, to connection: Int32) -> Bool {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { bytes in
        unsafe Foundation.send(
          connection, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
