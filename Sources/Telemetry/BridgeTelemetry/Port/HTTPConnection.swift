import Foundation
import Synchronization

/// A connection of a client, with one request and one response.
///
/// Its calls block, on a separate queue. ``interrupt()`` ends them.
///
/// - Concurrency: One task reads and then writes. ``interrupt()`` can be called from any thread.
final class HTTPConnection: Sendable {
  /// The result of reading the head of a request.
  enum Head: Sendable {
    /// The head, including the empty line at its end, and the bytes of the body that were read.
    case complete([UInt8], rest: [UInt8])
    /// The head exceeds the limit.
    case tooLong
    /// The connection ended or was interrupted before the head was complete.
    case ended
  }

  /// The descriptor, or `nil` after it was closed.
  private let descriptor: Mutex<Int32?>
  private let queue = DispatchQueue(label: "BridgeTelemetry.connection")

  /// Takes ownership of the descriptor of a connection.
  init(descriptor: Int32) {
    self.descriptor = Mutex(descriptor)
  }

  deinit { close() }

  /// Ends the calls that are blocked, and all later ones.
  func interrupt() {
    // This uses the lock, because another descriptor may get the number when this one is closed.
    descriptor.withLock { descriptor in
      if let descriptor { _ = shutdown(descriptor, LoopbackSocket.endsBoth) }
    }
  }

  /// Closes the connection.
  ///
  /// No call may be blocked.
  func close() {
    if let descriptor = descriptor.withLock({ $0.take() }) { Foundation.close(descriptor) }
  }

  /// Reads the head of a request.
  func readHead(limit: Int) async -> Head {
    await onQueue { descriptor in
      var bytes: [UInt8] = []
      while true {
        guard let more = Self.read(descriptor), !more.isEmpty else { return .ended }
        // The empty line may begin in the bytes that were already read.
        let start = max(0, bytes.count - 3)
        bytes += more
        if let end = Self.endOfHead(in: bytes[start...]) {
          return end > limit
            ? .tooLong : .complete(Array(bytes[..<end]), rest: Array(bytes[end...]))
        }
        if bytes.count > limit { return .tooLong }
      }
    } ?? .ended
  }

  /// Reads the remaining bytes of a body, or returns `nil` if the connection ended before.
  func readBody(_ length: Int, startingWith start: [UInt8]) async -> [UInt8]? {
    guard start.count < length else { return Array(start.prefix(length)) }
    return await onQueue { descriptor -> [UInt8]? in
      var bytes = start
      while bytes.count < length {
        guard let more = Self.read(descriptor), !more.isEmpty else { return nil }
        bytes += more
      }
      return Array(bytes.prefix(length))
    } ?? nil
  }

  /// Writes bytes of a response, and returns `false` if the client has closed the connection.
  func write(_ bytes: [UInt8]) async -> Bool {
    await onQueue { Self.write(bytes, to: $0) } ?? false
  }

  /// Tells the client that the response is complete, and waits until it ends the connection.
  ///
  /// If the connection were closed with unread bytes, it would be reset, and the client could lose
  /// the response.
  func waitForEnd() async {
    await onQueue { descriptor in
      _ = shutdown(descriptor, LoopbackSocket.endsWriting)
      var rest = 1 << 20
      while rest > 0, let more = Self.read(descriptor), !more.isEmpty { rest -= more.count }
    }
  }

  /// Writes a short response to a connection on which nothing was written before, without waiting.
  func writeAtOnce(_ bytes: [UInt8]) {
    guard let descriptor = descriptor.withLock({ $0 }) else { return }
    _ = Self.write(bytes, to: descriptor)
  }

  private func onQueue<Result: Sendable>(
    _ body: @escaping @Sendable (Int32) -> Result
  ) async -> Result? {
    guard let descriptor = descriptor.withLock({ $0 }) else { return nil }
    return await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: body(descriptor)) }
    }
  }

  /// Reads some bytes.
  ///
  /// The result is empty at the end, and `nil` after an error.
  private static func read(_ descriptor: Int32) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 1 << 12)
    while true {
      let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
      if count >= 0 { return Array(buffer[..<count]) }
      if errno != EINTR { return nil }
    }
  }

  /// Writes all bytes.
  ///
  /// Returns `false` if the client has closed the connection.
  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe send(descriptor, $0.baseAddress, $0.count, LoopbackSocket.sendFlags)
      }
      if count >= 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return false }
    }
    return true
  }

  /// Returns the index after the empty line.
  private static func endOfHead(in bytes: ArraySlice<UInt8>) -> Int? {
    let (feed, carriage) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
    return bytes.indices.dropFirst().first { index in
      guard bytes[index] == feed else { return false }
      if bytes[index - 1] == feed { return true }
      return index - 2 >= bytes.startIndex && bytes[index - 1] == carriage
        && bytes[index - 2] == feed
    }.map { $0 + 1 }
  }
}
