extension SharedRelay {
  /// The relay that the modules of the process share under a key.
  ///
  /// The first call makes it. It lives as long as the process, and the observers that
  /// modules declare for the key with `#observer` are added before any caller gets it.
  ///
  /// ```swift
  /// let count = SharedRelay.of(.cartCount, default: 0)
  /// ```
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - value: The first value, if there is no relay yet.
  ///   - fileID: Where it is made; leave it out.
  ///   - line: Where it is made; leave it out.
  /// - Returns: The relay. If a relay of another type has the key, the error goes to
  ///   ``RelaySettings/errorHandler``, and the caller gets a relay that is not shared.
  /// - Concurrency: May be called from any thread. Threads that ask at the same
  ///   time get the same relay; the first value may be asked of more than one.
  /// - Complexity: Once the relay is there, a look into a table under a lock.
  public static func of(
    _ key: RelayKey<Value>, default value: @autoclosure () -> Value,
    fileID: String = #fileID, line: Int = #line
  ) -> SharedRelay<Value> {
    RelayDirectory.current.relay(
      of: key, from: CodeLocation(fileID: fileID, line: line), default: value)
  }

  /// Returns the relay that the modules of the process share under a key, or `nil` if it
  /// has not been made.
  ///
  /// - Returns: The relay. If a relay of another type has the key, the error goes to
  ///   ``RelaySettings/errorHandler``, and the caller gets `nil`.
  /// - Concurrency: May be called from any thread.
  public static func existing(
    _ key: RelayKey<Value>, fileID: String = #fileID, line: Int = #line
  ) -> SharedRelay<Value>? {
    RelayDirectory.current.existing(key, from: CodeLocation(fileID: fileID, line: line))
  }
}
