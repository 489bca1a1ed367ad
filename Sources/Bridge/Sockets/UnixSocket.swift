import Foundation

/// The calls for sockets of this machine; where platforms differ, each has them
/// in a file of its own.
enum UnixSocket {
  /// The kind of data that a socket carries.
  enum Kind: Sendable {
    case datagrams
    case stream
  }

  /// Makes calls return at once that would have to wait.
  static func neverWait(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }

  /// Keeps a descriptor from child processes.
  static func neverInherit(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }
}
