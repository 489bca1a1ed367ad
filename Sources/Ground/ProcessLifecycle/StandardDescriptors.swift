#if canImport(Darwin)
  // `stdout` is a variable, which nothing sets.
  @unsafe @preconcurrency import Darwin
#elseif canImport(Glibc)
  @unsafe @preconcurrency import Glibc
#elseif canImport(Musl)
  @unsafe @preconcurrency import Musl
#else
  #error("ProcessLifecycle needs the C library of this platform.")
#endif

/// The descriptors 0 to 2: standard input, output and error.
package enum StandardDescriptors {
  /// Opens `/dev/null` in place of each that is closed.
  ///
  /// Otherwise the next file or socket to be opened gets its number, and receives what is
  /// written to standard output or error. Dispatch opens descriptors for the main queue
  /// before `main`.
  ///
  /// - Returns: The number of the system's error if `/dev/null` cannot be opened, or `nil`.
  @discardableResult
  package static func fill() -> Int32? {
    for number: Int32 in 0...2 {
      if let error = openNullDevice(as: number) { return error }
    }
    return nil
  }

  /// Makes `print` write each line when it is complete.
  ///
  /// By default the C library does so for a terminal only. In a pipe or a file it keeps some
  /// kilobytes, so that the log of a service stays empty, and a kill loses it. What the program sets
  /// later by `setvbuf` holds.
  package static func writeLines() {
    // The variable never changes once the C library has set it up.
    unsafe setvbuf(stdout, nil, _IOLBF, 0)
    // The buffer can be in use already: its next line is written then as well.
    unsafe fflush(stdout)
  }
}
