/// The toolkit's messages on standard error.
package enum StandardError {
  private static let writer = MessageWriter(to: standardErrorDescriptor)

  /// Writes a message and a newline to standard error.
  ///
  /// Never stops the process and never throws: a message that standard error does not
  /// take, because it is closed, full, or without a reader, is dropped, and the next one
  /// that is written says how many were.
  ///
  /// - Concurrency: May be called from any thread; messages come out whole. Waits for a
  ///   reader that is slow for ``MessageWriter/defaultPatience`` at most, and not at all
  ///   while standard error is stuck.
  package static func write(_ message: String) {
    writer.write(message)
  }
}
