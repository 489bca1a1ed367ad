import Dispatch
import Synchronization

/// A pipe in memory, whose reader waits on a thread of its own.
final class ByteChannel: Sendable {
  private struct State {
    var parts: [[UInt8]] = []
    var isClosed = false
  }

  private let state = Mutex(State())
  private let available = DispatchSemaphore(value: 0)

  func write(_ bytes: [UInt8]) {
    state.withLock { $0.parts.append(bytes) }
    available.signal()
  }

  func close() {
    state.withLock { $0.isClosed = true }
    available.signal()
  }

  /// Waits for bytes; none when the channel is closed.
  func read() -> [UInt8] {
    available.wait()
    return state.withLock { state in
      state.parts.isEmpty ? [] : state.parts.removeFirst()
    }
  }
}
