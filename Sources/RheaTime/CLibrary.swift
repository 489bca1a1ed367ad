#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  // `environ` is a variable there, which is read once.
  @unsafe @preconcurrency import Glibc
#elseif canImport(Musl)
  @unsafe @preconcurrency import Musl
#else
  #error("RheaTime needs the C library of this platform.")
#endif

/// The environment variables of the process, without Foundation, which is large.
func processEnvironment() -> [String: String] {
  #if canImport(Darwin)
    var next: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = unsafe _NSGetEnviron().pointee
  #else
    var next: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = unsafe environ
  #endif
  var variables: [String: String] = [:]
  while let entry = unsafe next?.pointee {
    let text = unsafe String(cString: entry)
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    // Of two with one name the C library finds the first.
    if parts.count == 2, variables[String(parts[0])] == nil {
      variables[String(parts[0])] = String(parts[1])
    }
    unsafe next = next?.successor()
  }
  return variables
}
