import ProgramTestSupport

/// A module that has the name of a product, so that its symbols are the toolkit's, and sources
/// that use it.
enum FakeToolkit {
  /// The module, compiled once.
  static var fixture: IndexFixture {
    get async throws { try await compilation.value }
  }

  private static let compilation = Task {
    try await IndexFixture(module: "RheaTime", ["RheaTime.swift": toolkit])
  }

  /// A module with names, and a module that uses them, for tests that change nothing.
  static var program: IndexFixture {
    get async throws { try await sharedProgram.value }
  }

  private static let sharedProgram = Task { try await makeProgram() }

  /// Compiles a module with names, and a module that uses them.
  static func makeProgram() async throws -> IndexFixture {
    let program = try IndexFixture()
    try await program.compile(module: "Names", ["Names.swift": names], importing: fixture)
    try await compileWeather(in: program, weather)
    return program
  }

  /// Compiles the module that uses the names.
  static func compileWeather(in program: IndexFixture, _ text: String) async throws {
    try await program.compile(
      module: "Weather",
      ["Weather.swift": text, "Plain.swift": "func plain() -> Int { 1 }\n"], importing: fixture)
  }

  private static let toolkit = """
    public struct RheaEvent: ExpressibleByStringLiteral, Sendable {
      public let rawValue: String
      public init(stringLiteral text: String) { rawValue = text }
      public static let premain: RheaEvent = "premain"
    }
    public enum Rhea {
      public static func trigger(event: RheaEvent) {}
    }
    """

  private static let names = """
    import RheaTime
    extension RheaEvent {
      public static let storm: RheaEvent = "storm.begin"
    }
    """

  static let weather = """
    import Names
    import RheaTime
    func watch() {
      Rhea.trigger(event: .storm)
      Rhea.trigger(event: .premain)
      Rhea.trigger(event: "calm")
    }
    """
}
