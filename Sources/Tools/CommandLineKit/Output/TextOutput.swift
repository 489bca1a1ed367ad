#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  #error("CommandLineKit needs the C library of this platform.")
#endif

/// An open file, pipe or terminal to which text is written.
///
/// Foundation's `FileHandle` would load ICU into every tool, which takes longer than most commands.
package struct TextOutput: Sendable {
  /// The descriptor, or `nil` if text is ignored.
  private let descriptor: Int32?

  /// Creates an output to an open file.
  ///
  /// The caller must close the file.
  package init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  private init() {
    descriptor = nil
  }

  package static let standardOutput = TextOutput(descriptor: STDOUT_FILENO)
  package static let standardError = TextOutput(descriptor: STDERR_FILENO)

  /// An output that ignores all text.
  package static let none = TextOutput()

  /// A Boolean value that indicates whether the output is a terminal.
  var isTerminal: Bool { descriptor.map { isatty($0) != 0 } ?? false }

  /// The number of characters on a line of the terminal, or `nil` if it is unknown.
  var columns: Int? {
    guard let descriptor else { return nil }
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return Int(size.ws_col)
  }

  /// Writes a text.
  ///
  /// - Returns: The reason why not all of it could be written, such as `No space left on device`,
  ///   or `nil` if all was written.
  func write(_ text: String) -> String? {
    guard let descriptor else { return nil }
    // This copies only the reference, because the text may have megabytes.
    var text = text
    return text.withUTF8 { bytes in
      var position = 0
      while position < bytes.count {
        let rest = unsafe UnsafeBufferPointer(rebasing: bytes[position...])
        let count = unsafe systemWrite(descriptor, rest.baseAddress, rest.count)
        if count >= 0 {
          position += count
        } else if errno != EINTR {
          return unsafe String(cString: strerror(errno))
        }
      }
      return nil
    }
  }
}

/// The `write` function of the system, which the method with this name hides.
private func systemWrite(
  _ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int
) -> Int {
  unsafe write(descriptor, bytes, count)
}
