public import Foundation
import ToolkitTrace

extension TaskManager {
  /// Runs a body in a fresh state: with a manager of its own as ``shared``, which has run no task
  /// yet.
  ///
  /// Inside, the declared tasks wait as if the program had just been built, no others
  /// have been added, and nothing of what the process says arrives: tests that run at
  /// the same time do not meet. Events come by `trigger` and `run`, and by
  /// ``simulate(_:options:fileID:line:)`` as often as a test likes, notifications by
  /// ``simulate(_:fileID:line:)``.
  ///
  /// ```swift
  /// @Test func `The catalog is loaded with the launch`() async throws {
  ///   try await TaskManager.withFreshState {
  ///     try await TaskManager.shared.run([.willFinishLaunching, .didFinishLaunching])
  ///     #expect(Catalog.isLoaded)
  ///   }
  /// }
  /// ```
  ///
  /// Tasks that the body starts belong to it; detached tasks and blocks of queues do not. Tasks
  /// of the manager belong to it wherever they run, and see the other fresh states around the
  /// body, such as relays and events. What tasks do outside the manager, such as to static
  /// variables, stays done.
  ///
  /// - Parameters:
  ///   - isIncluded: Returns whether a declared task takes part; by default all do.
  ///   - body: The body.
  /// - Returns: The result of the body.
  /// - Throws: What the body throws.
  public nonisolated(nonsending) static func withFreshState<Success, Failure: Error>(
    including isIncluded: @escaping @Sendable (DeclaredItem) -> Bool = { _ in true },
    _ body: nonisolated(nonsending) () async throws(Failure) -> Success
  ) async throws(Failure) -> Success {
    try await FreshStates.with(fresh(including: isIncluded), body)
  }

  /// Runs a synchronous body in a fresh state: with a manager of its own as ``shared``, which
  /// has run no task yet.
  ///
  /// - Parameters:
  ///   - isIncluded: Returns whether a declared task takes part; by default all do.
  ///   - body: The body.
  /// - Returns: The result of the body.
  /// - Throws: What the body throws.
  public static func withFreshState<Success, Failure: Error>(
    including isIncluded: @escaping @Sendable (DeclaredItem) -> Bool = { _ in true },
    _ body: () throws(Failure) -> Success
  ) throws(Failure) -> Success {
    try FreshStates.with(fresh(including: isIncluded), body)
  }

  /// Brings an event about as often as it is called, also one that comes once in a
  /// process, for tests.
  ///
  /// On the manager of the process it is the same as `trigger`: there, what comes once
  /// comes once.
  ///
  /// - Parameters:
  ///   - event: What happens.
  ///   - options: What comes with it, as ``TaskContext/otherOptions``.
  ///   - fileID: Where it is called; leave it out.
  ///   - line: Where it is called; leave it out.
  /// - Returns: What to wait with.
  @discardableResult
  public func simulate(
    _ event: TaskEvent, options: [String: any Sendable] = [:], fileID: String = #fileID,
    line: Int = #line
  ) -> TaskDispatch {
    TaskDispatch(
      state: dispatch(
        event, options: options, at: CodeLocation(fileID: fileID, line: line),
        isSimulated: self !== Self.process, reportsErrors: true))
  }

  /// Delivers a notification to the tasks of this manager only, for tests.
  ///
  /// - Parameters:
  ///   - notification: What they get.
  ///   - fileID: Where it is called; leave it out.
  ///   - line: Where it is called; leave it out.
  /// - Returns: What to wait with.
  @discardableResult
  public func simulate(
    _ notification: Notification, fileID: String = #fileID, line: Int = #line
  ) -> TaskDispatch {
    TaskDispatch(
      state: dispatch(notification, at: CodeLocation(fileID: fileID, line: line)))
  }

  private static func fresh(
    including isIncluded: @escaping @Sendable (DeclaredItem) -> Bool
  ) -> TaskManager {
    let outer = shared
    return TaskManager(
      world: World(
        time: RunClock(ContinuousClock()), lanes: ProcessLanes(),
        launchOptions: outer.world.launchOptions,
        declared: { process.world.declared().filter { isIncluded(DeclaredItem($0)) } },
        revision: process.world.revision, isShared: true, states: .current),
      errorHandler: outer.errorHandler)
  }
}

extension DeclaredItem {
  /// Creates the item of a declared task.
  fileprivate init(_ task: TaskDefinition) {
    self.init(name: task.name, location: task.location, priority: task.priority.rawValue)
  }
}
