import Khala
import Pharos
import RheaTime
import TaskKit
import ToolkitTrace

extension Bridge {
  /// Runs a body in a fresh state of all products: events, routes, relays with keys, tasks and
  /// wires, with which nothing has happened yet.
  ///
  /// Inside, all declarations of modules wait as if the program had just been started, and
  /// declared wires are connected. Tests that run at the same time do not meet.
  ///
  /// ```swift
  /// @Test func `A login refreshes the feed`() async {
  ///   await Bridge.withFreshState {
  ///     await Rhea.run(event: .userDidLogin)
  ///     #expect(await TaskManager.shared.report.runs.count == 1)
  ///   }
  /// }
  /// ```
  ///
  /// If the body expects something of a throwing call, write `try` before the macro:
  /// `try #expect(total() == 10)`. The compiler does not look for `try` inside a macro when it
  /// infers what the body throws.
  ///
  /// Tasks that the body starts belong to it, as do tasks of `TaskManager` and observers on
  /// queues that run because of it, on any thread. Detached tasks and blocks of queues do not.
  ///
  /// - Parameters:
  ///   - isIncluded: Returns whether a declaration takes part, such as those of some modules; by
  ///     default all do.
  ///   - body: The body.
  /// - Returns: The result of the body.
  /// - Throws: What the body throws.
  public nonisolated(nonsending) static func withFreshState<Success, Failure: Error>(
    including isIncluded: @escaping @Sendable (DeclaredItem) -> Bool = { _ in true },
    _ body: nonisolated(nonsending) () async throws(Failure) -> Success
  ) async throws(Failure) -> Success {
    let center = BridgeCenter(errorHandler: errorHandler)
    // The manager comes last: tasks that its clock starts belong to the states around it.
    return try await Rhea.withFreshState(including: isIncluded) { () async throws(Failure) in
      try await Khala.withFreshState(including: isIncluded) { () async throws(Failure) in
        try await SharedRelays.withFreshState(including: isIncluded) { () async throws(Failure) in
          try await FreshStates.with(center) { () async throws(Failure) in
            try await TaskManager.withFreshState(including: isIncluded) {
              () async throws(Failure) in
              center.connectDeclared(including: isIncluded)
              return try await body()
            }
          }
        }
      }
    }
  }

  /// Runs a synchronous body in a fresh state of all products.
  ///
  /// - Parameters:
  ///   - isIncluded: Returns whether a declaration takes part, such as those of some modules; by
  ///     default all do.
  ///   - body: The body.
  /// - Returns: The result of the body.
  /// - Throws: What the body throws.
  public static func withFreshState<Success, Failure: Error>(
    including isIncluded: @escaping @Sendable (DeclaredItem) -> Bool = { _ in true },
    _ body: () throws(Failure) -> Success
  ) throws(Failure) -> Success {
    let center = BridgeCenter(errorHandler: errorHandler)
    return try Rhea.withFreshState(including: isIncluded) { () throws(Failure) in
      try Khala.withFreshState(including: isIncluded) { () throws(Failure) in
        try SharedRelays.withFreshState(including: isIncluded) { () throws(Failure) in
          try FreshStates.with(center) { () throws(Failure) in
            try TaskManager.withFreshState(including: isIncluded) { () throws(Failure) in
              center.connectDeclared(including: isIncluded)
              return try body()
            }
          }
        }
      }
    }
  }
}
