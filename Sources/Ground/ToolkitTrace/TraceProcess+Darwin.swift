#if canImport(Darwin)
  internal import Darwin

  extension TraceProcess {
    /// The number that the system knows this process by.
    static var currentID: Int32 { getpid() }

    /// Returns the value of a variable of the environment, or `nil` if it is not set.
    static func variable(_ name: String) -> String? {
      guard let value = unsafe getenv(name) else { return nil }
      return unsafe String(cString: value)
    }
  }
#endif
