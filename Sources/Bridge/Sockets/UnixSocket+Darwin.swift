#if canImport(Darwin)

  import Foundation

  extension UnixSocket {
    /// Makes a socket that child processes do not inherit.
    static func make(_ kind: Kind, for path: String) throws(UnixSocketError) -> Int32 {
      let descriptor = socket(AF_UNIX, kind == .stream ? SOCK_STREAM : SOCK_DGRAM, 0)
      guard descriptor >= 0 else { throw .call("socket", at: path) }
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      var yes: Int32 = 1
      unsafe setsockopt(
        descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout.size(ofValue: yes)))
      return descriptor
    }

    /// The number of the type of stream sockets.
    static let streamType: Int32 = SOCK_STREAM

    /// The flags of a write that suppress the signal for a socket without a reader:
    /// none, as the socket is set so.
    static let sendFlags: Int32 = 0

    /// The user on the other side of a connection.
    static func peer(of descriptor: Int32) -> uid_t? {
      var user = uid_t()
      var group = gid_t()
      return unsafe getpeereid(descriptor, &user, &group) == 0 ? user : nil
    }
  }

#endif
