public import Bridge
public import Testing
import ToolkitTrace

/// Runs tests in a fresh state of all products, like `Bridge.withFreshState`.
///
/// ```swift
/// @Suite(.freshModules)
/// struct CheckoutTests { … }
///
/// @Suite(.module("Cart", including: .directDependencies))
/// struct CartTests { … }
/// ```
public struct FreshModules: TestTrait, SuiteTrait, TestScoping {
  /// The declarations of the state.
  private enum Content: Sendable {
    case declarations(including: @Sendable (DeclaredItem) -> Bool)
    case module(String, ModuleExtent)
  }

  private let content: Content

  fileprivate init(including isIncluded: @escaping @Sendable (DeclaredItem) -> Bool) {
    content = .declarations(including: isIncluded)
  }

  fileprivate init(module: String, _ extent: ModuleExtent) {
    content = .module(module, extent)
  }

  /// Each test of a suite has its own state.
  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @Sendable @concurrent () async throws -> Void
  ) async throws {
    guard let writer = try CoverageWriter.process?.get() else {
      return try await run(test, function)
    }
    try await writer.cover(test) {
      try await run(test) {
        defer { writer.noteRelays() }
        try await function()
      }
    }
  }

  private func run(
    _ test: Test, _ function: @Sendable @concurrent () async throws -> Void
  ) async throws {
    switch content {
    case .declarations(let isIncluded):
      try await Bridge.withFreshState(including: isIncluded) { try await function() }
    case .module(let module, let extent):
      let scope = ModuleScope(
        try ModuleSelection(of: module, including: extent, in: Bridge.declaredGraph))
      try await scope.run(at: test.sourceLocation) { try await function() }
    }
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

  /// Runs each test in a fresh state that contains only a module, or also its dependencies.
  ///
  /// The state has a store in memory, and its time passes only by ``Scenario/pass(_:)``. If code
  /// uses a route, a task or a job that no included module declares, the test fails, and the message
  /// contains the stub to add. The same is true for other errors that the products report, unless
  /// the test sets its own handler with `Bridge.handleErrors`.
  ///
  /// - Parameters:
  ///   - module: The name of the module, as in `import`.
  ///   - extent: The dependencies to include.
  /// - Returns: The trait.
  public static func module(_ module: String, including extent: ModuleExtent = .alone) -> Self {
    Self(module: module, extent)
  }
}

/// The dependencies that a test of one module includes.
///
/// The records of the program show dependencies: wires, tasks that require others, contracts, and
/// uses that `#uses` declares. Calls in code are not among them.
public struct ModuleExtent: Sendable, Hashable {
  /// The number of steps from the module to the included modules, or `nil` for no limit.
  let steps: Int?

  /// The module without its dependencies.
  public static let alone = ModuleExtent(steps: 0)

  /// The module and the modules whose declarations it uses.
  public static let directDependencies = ModuleExtent(steps: 1)

  /// The module and all modules that it uses, directly or through others.
  public static let allDependencies = ModuleExtent(steps: nil)
}
