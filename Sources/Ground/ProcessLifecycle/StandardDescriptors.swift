#if canImport(Darwin)
  // Here, `stdout` is a variable that is never changed.
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
  /// Opens `/dev/null` for each of these descriptors that is closed.
  ///
  /// Otherwise, the next file or socket to be opened gets its number, and receives the output to
  /// standard output or error. Dispatch opens descriptors for the main queue before `main`.
  ///
  /// - Returns: The system's error number if `/dev/null` cannot be opened, or `nil`.
  @discardableResult
  package static func fill() -> Int32? {
    for number: Int32 in 0...2 {
      if let error = openNullDevice(as: number) { return error }
    }
    return nil
  }

  /// Makes `print` write each line when it is complete.
  ///
  /// By default, the C library does this only for a terminal. For a pipe or a file, it buffers
  /// several kilobytes, so the log of a service remains empty and is lost if the service is killed.
  /// The program can change this later with `setvbuf`.
  package static func writeLines() {
    // The variable never changes after the C library has initialized it.
    unsafe setvbuf(stdout, nil, _IOLBF, 0)
    // The buffer may already be in use. This writes its contents, too.
    unsafe fflush(stdout)
  }
}
