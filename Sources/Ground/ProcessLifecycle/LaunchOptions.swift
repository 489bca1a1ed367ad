#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  // `environ` is a variable there, which is read once.
  @unsafe @preconcurrency import Glibc
#elseif canImport(Musl)
  @unsafe @preconcurrency import Musl
#else
  #error("ProcessLifecycle needs the C library of this platform.")
#endif

/// The options with which the process was started.
public struct LaunchOptions: Sendable, Hashable {
  /// The program's arguments; the first is the program itself.
  public let arguments: [String]

  /// The environment variables that the process started with.
  public let environment: [String: String]

  /// Describes a start, for example in a test.
  public init(arguments: [String], environment: [String: String]) {
    self.arguments = arguments
    self.environment = environment
  }

  /// The launch options of this process, read once.
  package static let current = LaunchOptions(
    arguments: CommandLine.arguments, environment: processEnvironment())
}

/// Returns the environment variables of the process.
///
/// Not from Foundation, which would double a small program's size.
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
    // Of two with one name the C library finds the first.
    if parts.count == 2, variables[String(parts[0])] == nil {
      variables[String(parts[0])] = String(parts[1])
    }
    unsafe next = next?.successor()
  }
  return variables
}
