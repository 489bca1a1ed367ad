#if canImport(Darwin)
  internal import Darwin

  extension TraceProcess {
    /// The process ID of this process.
    static var currentID: Int32 { getpid() }

    /// Returns the value of an environment variable, or `nil` if it is not set.
    static func variable(_ name: String) -> String? {
      guard let value = unsafe getenv(name) else { return nil }
      return unsafe String(cString: value)
    }
  }
#endif
