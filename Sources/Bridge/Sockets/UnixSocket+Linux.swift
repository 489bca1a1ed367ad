#if os(Linux)

  import Foundation

  extension UnixSocket {
    /// Creates a socket that child processes do not inherit.
    static func make(_ kind: Kind, for path: String) throws(UnixSocketError) -> Int32 {
      let type = kind == .stream ? SOCK_STREAM : SOCK_DGRAM
      let descriptor = socket(AF_UNIX, Int32(type.rawValue | SOCK_CLOEXEC.rawValue), 0)
      guard descriptor >= 0 else { throw .call("socket", at: path) }
      return descriptor
    }

    /// The type number of stream sockets.
    static let streamType = Int32(SOCK_STREAM.rawValue)

    /// The flags of a write that suppress the signal for a socket without a reader.
    static let sendFlags = Int32(MSG_NOSIGNAL)

    /// Returns the user on the other side of a connection.
    static func peer(of descriptor: Int32) -> uid_t? {
      // Process, user and group, with 32 bits each.
      var credentials: (UInt32, UInt32, UInt32) = (0, 0, 0)
      var length = socklen_t(MemoryLayout.size(ofValue: credentials))
      let result = unsafe getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &length)
      return result == 0 ? credentials.1 : nil
    }
  }

#elseif canImport(Darwin)
#else
  #error("Bridge does not know the sockets of this platform.")
#endif
