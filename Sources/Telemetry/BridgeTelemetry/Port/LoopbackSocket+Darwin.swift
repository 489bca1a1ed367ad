#if canImport(Darwin)

  import Foundation

  extension LoopbackSocket {
    /// Creates a socket that child processes do not inherit.
    static func make() throws(Failure) -> Int32 {
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
      guard descriptor >= 0 else { throw .last("socket") }
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      return descriptor
    }

    /// Accepts a connection with blocking calls.
    ///
    /// Returns a negative number if no client is waiting.
    static func accept(_ listener: Int32) -> Int32 {
      let descriptor = Foundation.accept(listener, nil, nil)
      guard descriptor >= 0 else { return descriptor }
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      // The connection has the flags of the listener, which never blocks.
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
      var yes: Int32 = 1
      unsafe setsockopt(
        descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout.size(ofValue: yes)))
      return descriptor
    }

    /// The write flags that suppress the signal for a socket without a reader.
    ///
    /// They are empty, because an option of the socket does this.
    static let sendFlags: Int32 = 0

    /// The arguments to end writing, or both directions of a connection.
    static let (endsWriting, endsBoth) = (Int32(SHUT_WR), Int32(SHUT_RDWR))
  }

#endif
