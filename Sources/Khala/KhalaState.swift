import Synchronization
import ToolkitTrace

/// The routes and settings that calls use, either of the process or of a fresh state.
///
/// - Concurrency: May be used from any thread. Replaced values are released outside the lock.
final class KhalaState: Sendable {
  /// The state of the process.
  static let process = KhalaState(routes: RouteDirectory(), settings: Khala.Settings())

  /// The state of the calling code.
  static var current: KhalaState { FreshStates.state(of: KhalaState.self) ?? process }

  let routes: RouteDirectory
  private let current: Mutex<Khala.CurrentSettings>

  /// The latest stub for all code of this state.
  let stub = Mutex<StubScope?>(nil)

  private init(routes: RouteDirectory, settings: Khala.Settings) {
    self.routes = routes
    current = Mutex(Khala.CurrentSettings(settings))
  }

  /// Returns a separate state for a test: with the declared routing classes, without their
  /// instances, and without anything that was added at run time.
  static func fresh(
    including isIncluded: @escaping @Sendable (DeclaredItem) -> Bool
  ) -> KhalaState {
    let outer = KhalaState.current.settings.values
    var settings = Khala.Settings()
    settings.language = outer.language
    settings.isEnabledAssert = outer.isEnabledAssert
    settings.errorHandler = outer.errorHandler
    return KhalaState(routes: RouteDirectory(including: isIncluded), settings: settings)
  }

  /// The current settings.
  var settings: Khala.CurrentSettings { current.withLock { $0 } }

  /// A Boolean value that indicates whether the settings may rewrite a call.
  ///
  /// Each call reads it. A copy of all settings would retain and release every reference in them.
  var mayRewrite: Bool { current.withLock { $0.mayRewrite } }

  /// Changes the settings.
  func change<Result: Sendable>(_ change: (inout Khala.Settings) -> Result) -> Result {
    let (result, _) = current.withLock { current in
      let replaced = current
      var values = replaced.values
      let result = change(&values)
      current = Khala.CurrentSettings(values)
      return (result, replaced)
    }
    return result
  }
}

extension Khala {
  /// Runs a body in a fresh state: with the declared routes, and with nothing that was added at run
  /// time.
  ///
  /// Inside the body, each routing class creates a new instance when it is first called. Routes,
  /// interceptors, fallbacks and filters that the body adds are removed when it returns, and so are
  /// its changes to settings. Concurrent tests therefore do not affect each other. The body starts
  /// with the language and the error handler of the surrounding code.
  ///
  /// ```swift
  /// @Test func `An item is put into an empty cart`() async throws {
  ///   try await Khala.withFreshState {
  ///     try await Khala(str: "kl://Cart/add?item=7")?.callAsync(as: Void.self)
  ///     #expect(try Khala(str: "kl://Cart/count")?.call(as: Int.self) == 1)
  ///   }
  /// }
  /// ```
  ///
  /// Tasks that the body starts use the fresh state. Detached tasks and blocks of queues do not.
  ///
  /// - Parameters:
  ///   - isIncluded: Returns whether to include a declared routing class. By default, all are
  ///     included.
  ///   - body: The body.
  /// - Returns: The result of the body.
  /// - Throws: The error that the body throws.
  public nonisolated(nonsending) static func withFreshState<Success, Failure: Error>(
    including isIncluded: @escaping @Sendable (DeclaredItem) -> Bool = { _ in true },
    _ body: nonisolated(nonsending) () async throws(Failure) -> Success
  ) async throws(Failure) -> Success {
    try await FreshStates.with(KhalaState.fresh(including: isIncluded), body)
  }

  /// Runs a synchronous body in a fresh state: with the declared routes, and with nothing that was
  /// added at run time.
  ///
  /// - Parameters:
  ///   - isIncluded: Returns whether to include a declared routing class. By default, all are
  ///     included.
  ///   - body: The body.
  /// - Returns: The result of the body.
  /// - Throws: The error that the body throws.
  public static func withFreshState<Success, Failure: Error>(
    including isIncluded: @escaping @Sendable (DeclaredItem) -> Bool = { _ in true },
    _ body: () throws(Failure) -> Success
  ) throws(Failure) -> Success {
    try FreshStates.with(KhalaState.fresh(including: isIncluded), body)
  }
}
