/// Opening libraries of the system when the program runs.
enum SystemLibrary {
  /// Calls a function of C that fails with a message.
  ///
  /// - Parameter function: Writes a message of a limited size, and returns 0 if all is well.
  /// - Returns: The message, or `nil` if all is well.
  static func problem(
    _ function: (UnsafeMutablePointer<CChar>, Int) -> Int32
  ) -> String? {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { text in
      guard let message = text.baseAddress else { return nil }
      unsafe message.initialize(repeating: 0, count: text.count)
      return unsafe function(message, text.count) == 0 ? nil : String(cString: message)
    }
  }
}
