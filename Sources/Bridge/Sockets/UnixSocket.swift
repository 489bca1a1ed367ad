/// The calls for sockets of this machine; where platforms differ, each has them
/// in a file of its own.
enum UnixSocket {
  /// What is sent through a socket.
  enum Kind: Sendable {
    case datagrams
    case stream
  }
}
