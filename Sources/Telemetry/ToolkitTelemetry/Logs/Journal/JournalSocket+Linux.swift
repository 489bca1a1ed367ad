#if os(Linux)

  internal import Foundation

  /// The socket of systemd's journal, which receives each entry as a datagram.
  ///
  /// It is opened for each entry. Entries are rare, and this way a restarted journal is found
  /// again.
  struct JournalSocket: Sendable {
    let path: String
    private let patience: timeval

    /// Creates a socket with the time to wait for a journal that does not read.
    init(path: String, patience: Duration) {
      self.path = path
      let (seconds, attoseconds) = patience.components
      self.patience = timeval(
        tv_sec: Int(seconds), tv_usec: Int(attoseconds / 1_000_000_000_000))
    }

    /// Sends an entry.
    ///
    /// If it is too large for a datagram, it is sent in a memory file.
    func send(_ entry: [UInt8], isPatient: Bool) throws(JournalSocketError) {
      let descriptor = socket(
        AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
      guard descriptor >= 0 else { throw .call("socket", number: errno) }
      defer { close(descriptor) }
      var time = patience
      unsafe setsockopt(
        descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
      let flags = Int32(MSG_NOSIGNAL) | (isPatient ? 0 : Int32(MSG_DONTWAIT))
      guard let number = try sendDatagram(entry, on: descriptor, flags) else { return }
      guard number == EMSGSIZE || number == ENOBUFS else { throw .call("sendto", number: number) }
      let file = try MemoryFile.make(of: entry)
      defer { close(file) }
      try sendFile(file, on: descriptor, flags)
    }

    /// Sends an entry as a datagram.
    ///
    /// - Returns: The system's error number, or `nil`.
    private func sendDatagram(
      _ entry: [UInt8], on descriptor: Int32, _ flags: Int32
    ) throws(JournalSocketError) -> Int32? {
      var address = try address()
      return unsafe withUnsafePointer(to: &address) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
          let length = socklen_t(MemoryLayout<sockaddr_un>.size)
          var sent: Int
          repeat {
            sent = unsafe sendto(descriptor, entry, entry.count, flags, address, length)
          } while sent < 0 && errno == EINTR
          return sent < 0 ? errno : nil
        }
      }
    }

    /// Sends a descriptor in an empty datagram.
    private func sendFile(
      _ file: Int32, on descriptor: Int32, _ flags: Int32
    ) throws(JournalSocketError) {
      var address = try address()
      let number = unsafe withUnsafeMutablePointer(to: &address) { address -> Int32? in
        var control = DescriptorMessage(file)
        return unsafe withUnsafeMutablePointer(to: &control) { control -> Int32? in
          var message = unsafe msghdr()
          unsafe message.msg_name = UnsafeMutableRawPointer(address)
          unsafe message.msg_namelen = socklen_t(MemoryLayout<sockaddr_un>.size)
          unsafe message.msg_control = UnsafeMutableRawPointer(control)
          unsafe message.msg_controllen = .init(MemoryLayout<DescriptorMessage>.stride)
          var sent: Int
          repeat {
            sent = unsafe sendmsg(descriptor, &message, flags)
          } while sent < 0 && errno == EINTR
          return sent < 0 ? errno : nil
        }
      }
      if let number { throw .call("sendmsg", number: number) }
    }

    private func address() throws(JournalSocketError) -> sockaddr_un {
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      let capacity = MemoryLayout.size(ofValue: address.sun_path) - 1
      guard path.utf8.count <= capacity else {
        throw JournalSocketError(
          "the path has \(path.utf8.count) bytes, but the limit is \(capacity)")
      }
      unsafe withUnsafeMutableBytes(of: &address.sun_path) {
        unsafe $0.copyBytes(from: path.utf8)
      }
      return address
    }
  }

  /// A control message that passes a descriptor: a `cmsghdr` and its data.
  ///
  /// The C library has macros for it that are not available in Swift.
  private struct DescriptorMessage {
    /// The length of the header and the descriptor, without padding at the end.
    private let length = MemoryLayout<cmsghdr>.size + MemoryLayout<Int32>.size
    private let level = Int32(SOL_SOCKET)
    private let type = Int32(SCM_RIGHTS)
    private let descriptor: Int32

    init(_ descriptor: Int32) {
      self.descriptor = descriptor
    }
  }

#elseif canImport(Darwin)
#else
  #error("ToolkitTelemetry does not know the journal of this platform.")
#endif
