import Foundation
import Testing

/// A terminal without a user: a test presses its keys, and reads what is shown.
final class PseudoTerminal {
  private let master: Int32
  private let slave: Int32
  /// The text that has been shown and that no test has waited for.
  private var unread = ""

  init() throws { (master, slave) = try pseudoTerminal() }

  deinit { close(master) }

  /// Starts Harbor on the terminal; only once.
  func run(_ arguments: String...) throws -> Process {
    let process = Process()
    process.executableURL = Bundle.main.bundleURL.appending(path: "harbor")
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(["TERM": "xterm"]) { $1 }
    process.standardInput = FileHandle(fileDescriptor: slave)
    process.standardOutput = FileHandle(fileDescriptor: slave)
    try process.run()
    // With the last copy of this side closed, reading the other one ends.
    close(slave)
    return process
  }

  /// The program has ended, or has shown nothing new, instead of a text.
  struct NothingShown: Error {
    let expected: String
    let unread: String
  }

  /// Waits until a text is shown, after what was waited for before.
  func reads(_ text: String) async throws {
    while true {
      if let found = unread.range(of: text) {
        unread.removeSubrange(..<found.upperBound)
        return
      }
      let master = master
      let piece = await Task.detached { shownText(on: master) }.value
      guard let piece else { throw NothingShown(expected: text, unread: unread) }
      unread += piece
    }
  }

  /// Presses keys.
  func type(_ keys: String) throws {
    let bytes = Array(keys.utf8)
    try #require(unsafe write(master, bytes, bytes.count) == bytes.count)
  }

  /// The settings of the terminal that say what it does with keys.
  var localFlags: tcflag_t {
    var settings = termios()
    unsafe tcgetattr(master, &settings)
    return settings.c_lflag
  }
}

/// Returns the next piece of text on a terminal, or `nil` at the end or after two minutes without one.
private func shownText(on descriptor: Int32) -> String? {
  var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  guard unsafe poll(&request, 1, 120_000) > 0 else { return nil }
  var bytes = [UInt8](repeating: 0, count: 1 << 12)
  let count = unsafe read(descriptor, &bytes, bytes.count)
  return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
}

/// Opens a terminal without a user: what is written to its second side can be
/// read from the first.
func pseudoTerminal() throws -> (master: Int32, slave: Int32) {
  let master = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
  try #require(master >= 0)
  // TIOCSPTLCK and TIOCGPTN of Linux, which Swift does not import.
  var isLocked: Int32 = 0
  try #require(unsafe ioctl(master, 0x4004_5431, &isLocked) == 0)
  var number: UInt32 = 0
  try #require(unsafe ioctl(master, 0x8004_5430, &number) == 0)
  let slave = unsafe open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
  try #require(slave >= 0)
  return (master, slave)
}
