/// Lines that are being written, the first of them perhaps half.
struct ConsoleOutput: Sendable {
  private var lines: ArraySlice<[UInt8]> = []
  /// The number of bytes of the first line that have been written.
  private var sent = 0
  /// The number of bytes that are still to be written.
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  mutating func append(_ line: [UInt8]) {
    guard !line.isEmpty else { return }
    lines.append(line)
    count += line.count
  }

  /// The next bytes, at most so many.
  func next(_ limit: Int) -> ArraySlice<UInt8> {
    lines.first.map { $0[sent...].prefix(limit) } ?? []
  }

  /// Some of the next bytes are gone.
  mutating func didSend(_ bytes: Int) {
    sent += bytes
    count -= bytes
    if sent == lines.first?.count {
      lines.removeFirst()
      sent = 0
    }
  }

  /// Forgets what is still to go.
  mutating func removeAll() { self = ConsoleOutput() }
}
