import Foundation

/// A file of events, which several processes append to.
///
/// Each event is one line, written by one system call: what a process has written is kept when it
/// is killed, and when the server is not there.
struct EventFile: Sendable {
  private let descriptor: Int32

  /// Opens a file to append to, or returns `nil` if it cannot be opened.
  init?(at path: String) {
    descriptor = unsafe open(path, O_WRONLY | O_APPEND | O_CREAT, 0o644)
    guard descriptor >= 0 else { return nil }
  }

  /// Appends an event with the time of the monotonic clock, which all processes share.
  func append(_ kind: String, _ text: String) {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    let bytes = Array("\(kind) \(time.tv_sec * 1_000_000_000 + time.tv_nsec) \(line)\n".utf8)
    let count = unsafe bytes.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
    precondition(count == bytes.count, "the file of events cannot be written")
  }
}
