import Khala
import Pharos
import RheaTime
import TaskKit
import ToolkitTrace

extension Bridge {
  /// Runs a body in a fresh state of all products: events, routes, relays with keys, tasks and
  /// wires.
  ///
  /// In the body, all declarations of modules wait as if the program had just started, and declared
  /// wires are connected. Concurrent tests do not affect each other.
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
  /// If an expectation in the body contains a throwing call, write `try` before the macro:
  /// `try #expect(total() == 10)`. The compiler does not look for `try` inside a macro when it
  /// infers the errors of the body.
  ///
  /// Tasks that the body starts belong to the state. So do tasks of `TaskManager` and observers on
  /// queues that run because of it, on any thread. Detached tasks and blocks of queues do not.
  ///
  /// - Parameters:
  ///   - isIncluded: Returns whether to include a declaration, for example by its module. By
  ///     default, all are included.
  ///   - body: The body.
  /// - Returns: The result of the body.
  /// - Throws: The error that the body throws.
  public nonisolated(nonsending) static func withFreshState<Success, Failure: Error>(
    including isIncluded: @escaping @Sendable (DeclaredItem) -> Bool = { _ in true },
    _ body: nonisolated(nonsending) () async throws(Failure) -> Success
  ) async throws(Failure) -> Success {
    try await withFreshState(including: isIncluded, time: nil, body)
  }

  /// Runs a body in a fresh state of all products whose time passes only when a test says so.
  ///
  /// - Parameters:
  ///   - isIncluded: Returns whether to include a declaration.
  ///   - time: The time of the state, or `nil` for the time of the system.
  ///   - body: The body.
  /// - Returns: The result of the body.
  /// - Throws: The error that the body throws.
  package nonisolated(nonsending) static func withFreshState<Success, Failure: Error>(
    including isIncluded: @escaping @Sendable (DeclaredItem) -> Bool, time: FreshTime?,
    _ body: nonisolated(nonsending) () async throws(Failure) -> Success
  ) async throws(Failure) -> Success {
    let center = BridgeCenter(errorHandler: errorHandler)
    // The manager comes last, so that tasks of its clock belong to the states around it.
    return try await FreshStates.with(FreshActivity()) { () async throws(Failure) in
      try await Rhea.withFreshState(including: isIncluded) { () async throws(Failure) in
        try await Khala.withFreshState(including: isIncluded) { () async throws(Failure) in
          try await SharedRelays.withFreshState(including: isIncluded) {
            () async throws(Failure) in
            try await FreshStates.with(center) { () async throws(Failure) in
              try await TaskManager.withFreshState(including: isIncluded, time: time) {
                () async throws(Failure) in
                center.connectDeclared(including: isIncluded)
                return try await body()
              }
            }
          }
        }
      }
    }
  }

  /// Runs a synchronous body in a fresh state of all products.
  ///
  /// - Parameters:
  ///   - isIncluded: Returns whether to include a declaration, for example by its module. By
  ///     default, all are included.
  ///   - body: The body.
  /// - Returns: The result of the body.
  /// - Throws: The error that the body throws.
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

  /// Runs the launch of the calling code's fresh state, and waits for its callbacks and tasks.
  package static func launchFreshState() async {
    await Rhea.simulate(.load).finished()
    await Rhea.simulate(.premain).finished()
    await TaskManager.shared.simulate(.willFinishLaunching).finished()
    await Rhea.simulate(.appDidFinishLaunching).finished()
    await TaskManager.shared.simulate(.didFinishLaunching).finished()
    await TaskManager.shared.simulate(.didBecomeActive).finished()
  }
}
