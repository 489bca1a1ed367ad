#if os(Linux)

  import Foundation

  extension LoopbackSocket {
    /// Creates a socket that child processes do not inherit.
    static func make() throws(Failure) -> Int32 {
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
      guard descriptor >= 0 else { throw .last("socket") }
      return descriptor
    }

    /// Accepts a connection with blocking calls.
    ///
    /// Returns a negative number if no client is waiting.
    static func accept(_ listener: Int32) -> Int32 {
      let descriptor = Foundation.accept(listener, nil, nil)
      if descriptor >= 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
      return descriptor
    }

    /// The write flags that suppress the signal for a socket without a reader.
    static let sendFlags = Int32(MSG_NOSIGNAL)

    /// The arguments to end writing, or both directions of a connection.
    static let (endsWriting, endsBoth) = (Int32(SHUT_WR), Int32(SHUT_RDWR))
  }

#elseif canImport(Darwin)
#else
  #error("BridgeTelemetry does not know the sockets of this platform.")
#endif
