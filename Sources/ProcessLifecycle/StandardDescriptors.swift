#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  #error("ProcessLifecycle needs the C library of this platform.")
#endif

/// The descriptors 0 to 2: standard input, output and error.
package enum StandardDescriptors {
  /// Opens `/dev/null` where one of them is closed.
  ///
  /// Otherwise the next file or socket that is opened gets its number, and takes in what
  /// is written to standard output or error. Dispatch opens descriptors for the main queue
  /// before `main`.
  ///
  /// - Returns: The number of the system's error, if `/dev/null` cannot be opened.
  @discardableResult
  package static func fill() -> Int32? {
    for number: Int32 in 0...2 where fcntl(number, F_GETFD) == -1 {
      let descriptor = unsafe open("/dev/null", O_RDWR)
      guard descriptor >= 0 else { return errno }
      // Another thread has been faster.
      if descriptor > number { close(descriptor) }
    }
    return nil
  }
}
