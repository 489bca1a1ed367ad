#if canImport(Darwin)

  import Foundation

  extension UnixSocket {
    /// Creates a socket that child processes do not inherit.
    static func make(_ kind: Kind, for path: String) throws(UnixSocketError) -> Int32 {
      let descriptor = socket(AF_UNIX, kind == .stream ? SOCK_STREAM : SOCK_DGRAM, 0)
      guard descriptor >= 0 else { throw .call("socket", at: path) }
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      var yes: Int32 = 1
      unsafe setsockopt(
        descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout.size(ofValue: yes)))
      return descriptor
    }

    /// The type number of stream sockets.
    static let streamType: Int32 = SOCK_STREAM

    /// The flags of a write that suppress the signal for a socket without a reader.
    ///
    /// None are needed, because the option is set on the socket.
    static let sendFlags: Int32 = 0

    /// Returns the user on the other side of a connection.
    static func peer(of descriptor: Int32) -> uid_t? {
      var user = uid_t()
      var group = gid_t()
      return unsafe getpeereid(descriptor, &user, &group) == 0 ? user : nil
    }
  }

#endif
