#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  // Here, `environ` is a variable, which is read once.
  @unsafe @preconcurrency import Glibc
#elseif canImport(Musl)
  @unsafe @preconcurrency import Musl
#else
  #error("ProcessLifecycle needs the C library of this platform.")
#endif

/// The arguments and environment variables of the process.
public struct LaunchOptions: Sendable, Hashable {
  /// The arguments of the program.
  ///
  /// The first one is the path or name of the program.
  public let arguments: [String]

  /// The environment variables at the start of the process.
  public let environment: [String: String]

  /// Creates launch options, for example in a test.
  public init(arguments: [String], environment: [String: String]) {
    self.arguments = arguments
    self.environment = environment
  }

  /// The launch options of this process, which are read once.
  package static let current = LaunchOptions(
    arguments: CommandLine.arguments, environment: processEnvironment())
}

/// Returns the environment variables of the process.
///
/// This does not use Foundation, which would double the size of a small program.
private func processEnvironment() -> [String: String] {
  #if canImport(Darwin)
    var next: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = unsafe _NSGetEnviron().pointee
  #else
    var next: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = unsafe environ
  #endif
  var variables: [String: String] = [:]
  while let entry = unsafe next?.pointee {
    let text = unsafe String(cString: entry)
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    // If a name is repeated, the C library returns the first value.
    if parts.count == 2, variables[String(parts[0])] == nil {
      variables[String(parts[0])] = String(parts[1])
    }
    unsafe next = next?.successor()
  }
  return variables
}
