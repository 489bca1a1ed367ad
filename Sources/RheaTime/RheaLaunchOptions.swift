/// The options with which the process was started.
public struct RheaLaunchOptions: Sendable, Hashable {
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
  static let current = RheaLaunchOptions(
    arguments: CommandLine.arguments,
    environment: processEnvironment())
}
