/// A declaration of a module, as a test sees it that chooses which take part in a fresh state.
///
/// ```swift
/// await Bridge.withFreshState(including: { $0.module == "Feed" }) { … }
/// ```
public struct DeclaredItem: Sendable, Hashable {
  /// The name: that of an event, a routing class, a relay key, a task or a wire.
  public let name: String

  /// The source location.
  public let location: CodeLocation

  /// The priority; a higher one comes first.
  public let priority: Int

  /// Creates a declaration.
  package init(name: String, location: CodeLocation, priority: Int) {
    self.name = name
    self.location = location
    self.priority = priority
  }

  /// The module that declares it.
  public var module: String { location.module }
}
