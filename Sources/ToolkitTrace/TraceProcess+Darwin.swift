#if canImport(Darwin)
  internal import Darwin

  extension TraceProcess {
    /// Returns the value of a variable of the environment, or `nil` if it is not set.
    static func variable(_ name: String) -> String? {
      guard let value = unsafe getenv(name) else { return nil }
      return unsafe String(cString: value)
    }
  }
#endif
