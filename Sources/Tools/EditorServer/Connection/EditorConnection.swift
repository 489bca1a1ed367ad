#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  #error("EditorServer needs the C library of this platform.")
#endif

/// The connection to the client, which sends and receives bytes.
package struct EditorConnection: Sendable {
  /// Waits for bytes.
  ///
  /// The result is empty at the end of the stream.
  let read: @Sendable () -> [UInt8]
  /// Writes bytes.
  ///
  /// Returns whether the client is still connected.
  let write: @Sendable ([UInt8]) -> Bool

  /// Creates a connection with functions that read and write.
  package init(
    read: @escaping @Sendable () -> [UInt8], write: @escaping @Sendable ([UInt8]) -> Bool
  ) {
    self.read = read
    self.write = write
  }

  /// Creates a connection to open files or pipes.
  ///
  /// The caller must close them.
  package init(input: Int32, output: Int32) {
    self.init(
      read: { Self.readBytes(from: input) }, write: { Self.write($0, to: output) })
  }

  /// Creates a connection to standard input and standard output.
  ///
  /// From then on, the end of a client is detected by its closed pipe, and not by a signal.
  package static func standardStreams() -> EditorConnection {
    signal(SIGPIPE, SIG_IGN)
    return EditorConnection(input: STDIN_FILENO, output: STDOUT_FILENO)
  }

  private static func readBytes(from descriptor: Int32) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
      var result = unsafe systemRead(descriptor, buffer.baseAddress, buffer.count)
      while result < 0, errno == EINTR {
        result = unsafe systemRead(descriptor, buffer.baseAddress, buffer.count)
      }
      // An input that is no longer readable is treated as closed.
      count = max(0, result)
    }
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    unsafe bytes.withUnsafeBytes { bytes in
      var position = 0
      while position < bytes.count {
        let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[position...])
        let count = unsafe systemWrite(descriptor, rest.baseAddress, rest.count)
        if count >= 0 {
          position += count
        } else if errno != EINTR {
          return false
        }
      }
      return true
    }
  }
}

/// The `read` function of the system, which a property with this name hides.
private func systemRead(
  _ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int
) -> Int {
  unsafe read(descriptor, bytes, count)
}

/// The `write` function of the system, which a property with this name hides.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(descriptor, bytes, count)
}
