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
}
