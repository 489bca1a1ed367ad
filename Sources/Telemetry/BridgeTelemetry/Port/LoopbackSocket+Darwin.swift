#if canImport(Darwin)

  import Foundation

  extension LoopbackSocket {
    /// Makes a socket that child processes do not inherit.
    static func make() throws(Failure) -> Int32 {
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
      guard descriptor >= 0 else { throw .last("socket") }
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      return descriptor
    }

    /// Accepts a connection, whose calls wait; returns a negative number if there is none.
    static func accept(_ listener: Int32) -> Int32 {
      let descriptor = Foundation.accept(listener, nil, nil)
      guard descriptor >= 0 else { return descriptor }
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      // It has the flags of the listener, which never waits.
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
      var yes: Int32 = 1
      unsafe setsockopt(
        descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout.size(ofValue: yes)))
      return descriptor
    }

    /// The flags of a write that suppress the signal for a socket without a reader: none, as the
    /// socket is set so.
    static let sendFlags: Int32 = 0

    /// The ways of ending one direction of a connection, or both.
    static let (endsWriting, endsBoth) = (Int32(SHUT_WR), Int32(SHUT_RDWR))
  }

#endif
