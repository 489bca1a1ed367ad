#if os(Linux)
  #if canImport(Glibc)
    internal import Glibc
  #elseif canImport(Musl)
    internal import Musl
  #else
    #error("ToolkitTrace does not know the C library of this Linux")
  #endif

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
