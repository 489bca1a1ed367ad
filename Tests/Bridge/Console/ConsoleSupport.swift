import Foundation
import ModularityTestSupport
import Synchronization

@testable import Bridge

/// Opens a console that looks at tasks of its own: those of other tests of this
/// process include some that are broken on purpose.
///
/// - Parameters:
///   - path: Where it is.
///   - context: The app, if it has one.
///   - problems: Keeps what the tasks report.
/// - Returns: The console.
/// - Throws: What keeps it from opening.
func openConsole(
  at path: String, for context: AppContext? = nil,
  problems: EventRecorder<String> = EventRecorder()
) throws -> BridgeConsole {
  try TaskManager.withFreshState(including: { $0.name.hasPrefix("console.") }) {
    TaskManager.shared.errorHandler = { problems.record($0.message) }
    return try Bridge.openConsole(at: path, for: context)
  }
}

/// Runs what waits on a thread of its own.
func waiting<Success: Sendable>(
  _ body: @escaping @Sendable () throws -> Success
) async throws -> Success {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
  }
}

/// Asks a console one thing.
func ask(
  _ console: BridgeConsole, _ command: String, _ arguments: [String: ConsoleValue] = [:]
) async throws -> ConsoleValue {
  let path = console.path
  return try await waiting {
    try BridgeConsole.Client(connectingTo: path, timeout: .seconds(600)).send(command, arguments)
  }
}

/// The error that a console answers with.
func refusal(
  of console: BridgeConsole, _ command: String, _ arguments: [String: ConsoleValue] = [:]
) async -> BridgeConsoleError? {
  do {
    _ = try await ask(console, command, arguments)
    return nil
  } catch {
    return error as? BridgeConsoleError
  }
}

/// A client that sends whatever bytes it likes.
final class RawClient: Sendable {
  private let descriptor: Int32
  private let received = Mutex<[UInt8]>([])

  init(_ path: String) throws {
    let address = try UnixSocketAddress(path: path)
    descriptor = try UnixSocket.make(.stream, for: path)
    let number = unsafe address.withAddress { [descriptor] in
      unsafe connect(descriptor, $0, $1) == 0 ? 0 : errno
    }
    guard number == 0 else { throw UnixSocketError.call("connect", at: path, number: number) }
    var patience = timeval(tv_sec: 600, tv_usec: 0)
    unsafe setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(descriptor) }

  func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Foundation.send(descriptor, $0.baseAddress, $0.count, UnixSocket.sendFlags)
      }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  func send(_ text: String) { send(Array(text.utf8)) }

  /// Says that nothing more comes.
  func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// The next line, or nil when the connection has ended.
  func line() async throws -> ConsoleResponse? {
    try await waiting { [self] in
      while true {
        let line = received.withLock { received -> [UInt8]? in
          guard let end = received.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
          defer { received.removeFirst(end + 1) }
          return Array(received[..<end])
        }
        if let line { return try ConsoleCoding.value(ConsoleResponse.self, from: line) }
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        let count = unsafe recv(descriptor, &piece, piece.count, 0)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return nil }
        received.withLock { $0 += piece[..<count] }
      }
    }
  }
}
