extension SharedRelay {
  /// The relay that the modules of the process share under a key.
  ///
  /// Whoever asks first makes it. It lives as long as the process, and the
  /// observers that modules declare for the key with `#observer` are there before
  /// anyone gets hold of it.
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
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> SharedRelay<Value> {
    RelayDirectory.current.relay(
      of: key, from: RelayOrigin(fileID: fileID, line: line), default: value)
  }

  /// The relay that the modules of the process share under a key, or nothing if
  /// nobody has made it.
  ///
  /// - Returns: The relay. If a relay of another type has the key, the error goes to
  ///   ``RelaySettings/errorHandler``, and the caller gets `nil`.
  /// - Concurrency: May be called from any thread.
  public static func existing(
    _ key: RelayKey<Value>, fileID: StaticString = #fileID, line: UInt = #line
  ) -> SharedRelay<Value>? {
    RelayDirectory.current.existing(key, from: RelayOrigin(fileID: fileID, line: line))
  }
}
