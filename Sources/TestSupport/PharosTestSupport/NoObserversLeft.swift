import Pharos
public import Testing

/// Makes a test fail that leaves observers behind.
///
/// ```swift
/// @Suite(.noObserversLeft)
/// struct CartTests { … }
/// ```
///
/// The test has relays of its own for all keys, as in
/// `SharedRelays.withFreshState`. When it has ended, no relay that it made may
/// be alive and have an observer, except relays with keys and the observers that are
/// declared for them.
///
/// Relays that are made by detached tasks, or were made before the test, are not seen.
public struct NoObserversLeft: TestTrait, SuiteTrait, TestScoping {
  /// Suites have it for all their tests.
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
  /// Makes a test fail that leaves observers behind.
  public static var noObserversLeft: Self { Self() }
}
