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

  static let names = """
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
