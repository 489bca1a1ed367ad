import Synchronization

/// Writes messages to a descriptor that may be closed, full or slow.
///
/// - Concurrency: Can be used from any thread. The lock is held while bytes are written, so that
///   messages are not mixed. No user code runs with the lock held.
package final class MessageWriter: Sendable {
  /// The time for which a message waits for a slow reader.
  package static let defaultPatience = Duration.milliseconds(200)

  /// The maximum number of bytes of a message.
  package static let messageLimit = 64 << 10

  /// The number of bytes of one write.
  ///
  /// A pipe with free space accepts this number without waiting and as a unit.
  private static let pieceSize = 4096

  private struct State {
    /// The number of messages that were dropped since the last one that was written.
    var dropped = 0
    /// A Boolean value that indicates whether the last message was written without its newline.
    var isMidLine = false
    /// A Boolean value that indicates whether the descriptor accepted nothing for the whole waiting
    /// time, and nothing since.
    var isStuck = false
  }

  private let descriptor: Int32
  private let patience: Duration
  private let notice: @Sendable (Int) -> [UInt8]
  private let state = Mutex(State())

  /// Creates a writer to a descriptor.
  ///
  /// The caller still owns the descriptor.
  ///
  /// `notice` returns the line with the number of dropped messages. It is called with the lock.
  package init(
    to descriptor: Int32, patience: Duration = MessageWriter.defaultPatience,
    notice: @escaping @Sendable (Int) -> [UInt8] = { MessageWriter.notice(of: $0) }
  ) {
    self.descriptor = descriptor
    self.patience = patience
    self.notice = notice
  }

  /// Writes a message and a newline, or drops them.
  package func write(_ message: String) {
    write(line: Self.line(of: message))
  }

  /// Writes a line, which ends with a newline, without changes, or drops it.
  package func write(line: [UInt8]) {
    state.withLock { state in
      var bytes: [UInt8] = state.isMidLine ? [newline] : []
      if state.dropped > 0 { bytes += notice(state.dropped) }
      bytes += line
      let written = write(bytes, &state)
      if written > 0 { state.isMidLine = bytes[written - 1] != newline }
      // The message is at the end. It counts as dropped unless it was written completely.
      if written == bytes.count { state.dropped = 0 } else { state.dropped += 1 }
    }
  }

  /// Writes as many bytes as the descriptor accepts in time.
  private func write(_ bytes: [UInt8], _ state: inout State) -> Int {
    let deadline = ContinuousClock.now + (state.isStuck ? .zero : patience)
    var written = 0
    while written < bytes.count {
      let remaining = ContinuousClock.now.duration(to: deadline)
      let milliseconds = Int32(clamping: max(0, Int64(remaining / .milliseconds(1))))
      let piece = bytes[written..<min(written + Self.pieceSize, bytes.count)]
      switch waitUntilWritable(descriptor, milliseconds: milliseconds)
        ?? writeOnce(piece, to: descriptor)
      {
      case .wrote(let count):
        written += count
        state.isStuck = false
      case .isFull:
        guard ContinuousClock.now < deadline else {
          state.isStuck = true
          return written
        }
      case .failed: return written
      }
    }
    return written
  }

  /// Returns the bytes of a message, without terminal control characters.
  ///
  /// A message that is too long is truncated.
  static func line(of message: String) -> [UInt8] {
    var line: [UInt8] = []
    var rest = message.unicodeScalars[...]
    while line.count < messageLimit, let scalar = rest.popFirst() {
      if isHarmless(scalar) {
        line += UTF8.encode(scalar)!
      } else {
        line += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".utf8
      }
    }
    if !rest.isEmpty { line += " … (\(Substring(rest).utf8.count) more bytes)".utf8 }
    line.append(newline)
    return line
  }

  private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A: true
    case 0..<0x20, 0x7F..<0xA0: false
    default: true
    }
  }

  /// Returns the line with the number of dropped messages.
  package static func notice(of dropped: Int) -> [UInt8] {
    Array(
      (dropped == 1
        ? "1 previous message is missing: standard error did not accept it.\n"
        : "\(dropped) previous messages are missing: standard error did not accept them.\n").utf8)
  }
}

private let newline = UInt8(ascii: "\n")
