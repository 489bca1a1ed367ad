import Dispatch
import Foundation
import Synchronization
import Testing

@testable import ProcessLifecycle

/// Sockets that are watched, and hung up meanwhile.
struct SocketSourceTests {
  /// Two connected sockets; those of the test are not to be waited for.
  private func pair() throws -> (watched: Int32, other: Int32) {
    var descriptors: [Int32] = [-1, -1]
    #if os(Linux)
      let stream = Int32(SOCK_STREAM.rawValue)
    #else
      let stream = SOCK_STREAM
    #endif
    try #require(unsafe socketpair(AF_UNIX, stream, 0, &descriptors) == 0)
    _ = fcntl(descriptors[0], F_SETFL, O_NONBLOCK)
    return (descriptors[0], descriptors[1])
  }

  // A source of Dispatch that watches the socket itself fires once more after the end on
  // Linux, whatever is left, and may stop the process.
  @Test(.timeLimit(.minutes(10)), arguments: [1, 3, 100])
  func `All data before the end is read, however small the chunks`(
    atATime size: Int
  ) async throws {
    let (watched, other) = try pair()
    let sent = [UInt8](0..<100)
    try #require(unsafe send(other, sent, sent.count, 0) == sent.count)
    close(other)

    let (chunks, continuation) = AsyncStream<[UInt8]>.makeStream()
    let source = try #require(
      SocketSource.make(.readable, of: watched, queue: DispatchQueue(label: "test")) {
        close(watched)
        continuation.finish()
      })
    source.source.setEventHandler {
      var bytes = [UInt8](repeating: 0, count: size)
      let count = unsafe recv(watched, &bytes, size, 0)
      if count > 0 { continuation.yield(Array(bytes[..<count])) } else { source.source.cancel() }
    }
    source.source.activate()
    var received: [UInt8] = []
    for await chunk in chunks { received += chunk }
    #expect(received == sent)
  }

  @Test(.timeLimit(.minutes(10)))
  func `A socket can be written to again when the other end has read`() async throws {
    let (watched, other) = try pair()
    let filler = [UInt8](repeating: 7, count: 1 << 16)
    while unsafe send(watched, filler, filler.count, 0) > 0 {}

    let (moments, continuation) = AsyncStream<Void>.makeStream()
    let source = try #require(
      SocketSource.make(.writable, of: watched, queue: DispatchQueue(label: "test")) {
        close(watched)
        continuation.finish()
      })
    let hasRead = Mutex(false)
    source.source.setEventHandler {
      if hasRead.withLock({ $0 }) { continuation.yield() } else { Issue.record("nothing was read") }
      source.source.cancel()
    }
    source.source.activate()
    hasRead.withLock { $0 = true }
    var bytes = filler
    _ = fcntl(other, F_SETFL, O_NONBLOCK)
    while unsafe recv(other, &bytes, bytes.count, 0) > 0 {}
    var count = 0
    for await _ in moments { count += 1 }
    #expect(count == 1)
    close(other)
  }
}
