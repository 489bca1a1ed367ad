import CausalContext
import Pharos
import RheaTime
import TaskKit

extension Bridge {
  /// Gives a body a world of its own: events, tasks, relays with keys and wires in which
  /// nothing has happened yet.
  ///
  /// Inside, everything that modules declare waits as if the program had just been started,
  /// and declared wires are connected. Tests that run at the same time do not meet. Routes
  /// are those of the process; `Khala.withStub` answers in their place.
  ///
  /// ```swift
  /// @Test func `Who logs in gets a fresh feed`() async {
  ///   await Bridge.withFreshState {
  ///     await Rhea.run(event: .userDidLogin)
  ///     #expect(await TaskManager.shared.report.runs.count == 1)
  ///   }
  /// }
  /// ```
  ///
  /// Tasks that the body starts belong to it, as do tasks of `TaskManager` and observers on
  /// queues that run because of it, on whichever thread. Detached tasks and blocks of queues
  /// do not.
  ///
  /// - Parameter body: What happens in the fresh world.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws.
  public nonisolated(nonsending) static func withFreshState<Success, Failure: Error>(
    _ body: nonisolated(nonsending) () async throws(Failure) -> Success
  ) async throws(Failure) -> Success {
    let center = BridgeCenter(errorHandler: errorHandler)
    // The manager comes last: what its clock runs belongs to the world that it finds.
    return try await Rhea.withFreshState { () async throws(Failure) in
      try await SharedRelays.withFreshState { () async throws(Failure) in
        try await FreshStates.with(center) { () async throws(Failure) in
          try await TaskManager.withFreshState { () async throws(Failure) in
            center.connectDeclared()
            return try await body()
          }
        }
      }
    }
  }
}
