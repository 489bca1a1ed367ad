/// A declaration of a module.
///
/// Tests use it to choose the declarations for a fresh state.
///
/// ```swift
/// await Bridge.withFreshState(including: { $0.module == "Feed" }) { … }
/// ```
public struct DeclaredItem: Sendable, Hashable {
  /// The name of the event, routing class, relay key, task or wire.
  public let name: String

  /// The source location.
  public let location: CodeLocation

  /// The priority.
  ///
  /// Declarations with higher priorities come first.
  public let priority: Int

  /// Creates a declaration.
  package init(name: String, location: CodeLocation, priority: Int) {
    self.name = name
    self.location = location
    self.priority = priority
  }

  /// The module of the declaration.
  public var module: String { location.module }
}
