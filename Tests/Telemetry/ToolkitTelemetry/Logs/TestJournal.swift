#if os(Linux)

  import Foundation
  import ModularityTestSupport
  import Testing

  /// A journal of a test: a socket, and a parser of its protocol that shares no code with ours.
  final class TestJournal {
    /// An entry as it has arrived.
    struct Entry {
      let bytes: [UInt8]
      /// A Boolean value that indicates whether it came in a memory file.
      let wasFile: Bool
      /// The seals of the memory file, or 0.
      let seals: Int32
    }

    let path: String
    private let descriptor: Int32

    /// Binds a socket.
    init(at path: String) throws {
      self.path = path
      descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
      try #require(descriptor >= 0)
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
      let result = unsafe withUnsafePointer(to: &address) {
        unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          unsafe bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
      try #require(result == 0)
    }

    deinit { stop() }

    /// Removes the socket, as a stopped journal does.
    func stop() {
      guard unsafe unlink(path) == 0 else { return }
      close(descriptor)
    }

    /// Takes the next entry that has arrived; `nil` if there is none.
    func next() throws -> Entry? {
      var bytes = [UInt8](repeating: 0, count: 1 << 20)
      var control = [UInt8](repeating: 0, count: 64)
      let (count, controlLength) = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe control.withUnsafeMutableBytes { control in
          var part = unsafe iovec(iov_base: buffer.baseAddress, iov_len: buffer.count)
          return unsafe withUnsafeMutablePointer(to: &part) { part in
            var message = unsafe msghdr()
            unsafe message.msg_iov = part
            unsafe message.msg_iovlen = 1
            unsafe message.msg_control = control.baseAddress
            unsafe message.msg_controllen = .init(control.count)
            let count = unsafe recvmsg(descriptor, &message, Int32(MSG_DONTWAIT))
            return (count, unsafe Int(message.msg_controllen))
          }
        }
      }
      if count < 0 {
        try #require(errno == EAGAIN)
        return nil
      }
      guard controlLength > 0 else {
        return Entry(bytes: Array(bytes[..<count]), wasFile: false, seals: 0)
      }
      #expect(count == 0)
      let file = control[16..<20].reversed().reduce(Int32(0)) { $0 << 8 | Int32($1) }
      defer { close(file) }
      let getSeals: Int32 = 1024 + 10
      return Entry(bytes: try contents(of: file), wasFile: true, seals: fcntl(file, getSeals))
    }

    private func contents(of file: Int32) throws -> [UInt8] {
      let handle = FileHandle(fileDescriptor: file)
      try handle.seek(toOffset: 0)
      return Array(try #require(try handle.readToEnd()))
    }

    /// The fields of an entry, in order.
    static func fields(of bytes: [UInt8]) throws -> [(name: String, value: String)] {
      var fields: [(String, String)] = []
      var rest = bytes[...]
      while !rest.isEmpty {
        let end = try #require(rest.firstIndex(of: 10))
        let line = rest[..<end]
        rest = rest[(end + 1)...]
        if let equals = line.firstIndex(of: UInt8(ascii: "=")) {
          fields.append((text(line[..<equals]), text(line[(equals + 1)...])))
        } else {
          try #require(rest.count >= 8)
          let count = rest.prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) }
          rest = rest.dropFirst(8)
          try #require(rest.count > count)
          fields.append((text(line), text(rest.prefix(count))))
          rest = rest.dropFirst(count)
          try #require(rest.popFirst() == 10)
        }
      }
      return fields
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
      String(decoding: bytes, as: UTF8.self)
    }
  }

#endif
