public import Bridge
public import Testing

/// Runs tests in a fresh state of all products, like `Bridge.withFreshState`.
///
/// ```swift
/// @Suite(.freshModules)
/// struct CheckoutTests { … }
///
/// @Test(.freshModules(including: { $0.module == "Cart" }))
/// func `The cart is empty at first`() { … }
/// ```
public struct FreshModules: TestTrait, SuiteTrait, TestScoping {
  private let isIncluded: @Sendable (DeclaredItem) -> Bool

  fileprivate init(including isIncluded: @escaping @Sendable (DeclaredItem) -> Bool) {
    self.isIncluded = isIncluded
  }

  /// Each test of a suite has its own state.
  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @Sendable @concurrent () async throws -> Void
  ) async throws {
    try await Bridge.withFreshState(including: isIncluded) { try await function() }
  }
}

extension Trait where Self == FreshModules {
  /// Runs each test in a fresh state of all products.
  public static var freshModules: Self { Self(including: { _ in true }) }

  /// Runs each test in a fresh state that contains only the declarations that satisfy a condition.
  public static func freshModules(
    including isIncluded: @escaping @Sendable (DeclaredItem) -> Bool
  ) -> Self {
    Self(including: isIncluded)
  }
}
