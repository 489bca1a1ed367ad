import Foundation
import ModularityTestSupport

@testable import BridgeTelemetry

/// A client that sends whatever bytes it likes to a port of the loopback interface.
final class TestClient: Sendable {
  private let descriptor: Int32

  init(_ port: UInt16) throws {
    descriptor = try LoopbackSocket.make()
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    address.sin_port = port.bigEndian
    let result = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw LoopbackSocket.Failure.last("connect") }
  }

  deinit { close(descriptor) }

  func send(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Foundation.send(descriptor, $0.baseAddress, $0.count, LoopbackSocket.sendFlags)
      }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// All that the port sends until it ends the connection.
  func received() async -> String {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { [self] in
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = unsafe recv(descriptor, &buffer, buffer.count, 0), count > 0 {
          bytes += buffer[..<count]
        }
        continuation.resume(returning: String(decoding: bytes, as: UTF8.self))
      }
    }
  }

  /// Sends a request to a port, and returns the response.
  static func ask(_ port: UInt16, _ request: String) async throws -> TestResponse {
    let client = try TestClient(port)
    client.send(request)
    return TestResponse(await client.received())
  }

  /// Asks for a page.
  static func get(_ path: String, from port: UInt16, method: String = "GET") async throws
    -> TestResponse
  {
    try await ask(port, "\(method) \(path) HTTP/1.1\r\nHost: localhost:\(port)\r\n\r\n")
  }
}

/// A response, taken apart.
struct TestResponse: Sendable {
  let status: String
  let headers: [String]
  let body: String

  init(_ text: String) {
    let parts = text.components(separatedBy: "\r\n\r\n")
    let lines = parts[0].components(separatedBy: "\r\n")
    status = lines[0]
    headers = Array(lines.dropFirst())
    body = parts.dropFirst().joined(separator: "\r\n\r\n")
  }
}
