import Pharos
public import Testing

/// Makes a test fail if observers remain after it.
///
/// ```swift
/// @Suite(.noObserversLeft)
/// struct CartTests { … }
/// ```
///
/// The test has its own relays for all keys, as in `SharedRelays.withFreshState`. When it has
/// ended, relays that it created must either be released or have no observers. Relays with keys,
/// and observers that are declared for them, are exempt.
///
/// Relays that were created before the test or by detached tasks are not checked.
public struct NoObserversLeft: TestTrait, SuiteTrait, TestScoping {
  /// A suite applies the trait to all of its tests.
  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @Sendable @concurrent () async throws -> Void
  ) async throws {
    let graph = try await PharosGraph.survivors { try await function() }
    for relay in Self.leftBehind(in: graph) {
      Issue.record(
        """
        the test leaves observers behind: \(relay). Have a retainer manage them that ends with \
        the test, or find out who keeps the relay.
        """)
    }
  }

  /// Returns the relays of a graph that have observers without a declaration.
  static func leftBehind(in graph: PharosGraph) -> [PharosGraph.Relay] {
    graph.relays.filter { $0.observerCount > $0.declaredObserverCount }
  }
}

extension Trait where Self == NoObserversLeft {
  /// Makes a test fail if observers remain after it.
  public static var noObserversLeft: Self { Self() }
}
