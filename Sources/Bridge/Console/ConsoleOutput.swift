/// A queue of lines to write, whose first line may be partially written.
struct ConsoleOutput: Sendable {
  private var lines: ArraySlice<[UInt8]> = []
  /// The number of written bytes of the first line.
  private var sent = 0
  /// The number of remaining bytes.
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  mutating func append(_ line: [UInt8]) {
    guard !line.isEmpty else { return }
    lines.append(line)
    count += line.count
  }

  /// Returns the next bytes, up to a limit.
  func next(_ limit: Int) -> ArraySlice<UInt8> {
    lines.first.map { $0[sent...].prefix(limit) } ?? []
  }

  /// Removes bytes that have been written.
  mutating func didSend(_ bytes: Int) {
    sent += bytes
    count -= bytes
    if sent == lines.first?.count {
      lines.removeFirst()
      sent = 0
    }
  }

  /// Discards the remaining bytes.
  mutating func removeAll() { self = ConsoleOutput() }
}
