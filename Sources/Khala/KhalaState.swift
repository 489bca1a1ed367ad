import Synchronization
import ToolkitTrace

/// The routes and settings that calls use: those of the process, or those of a fresh state.
///
/// - Concurrency: May be used from any thread. What is replaced is released outside the lock.
final class KhalaState: Sendable {
  /// The state of the process.
  static let process = KhalaState(routes: RouteDirectory(), settings: Khala.Settings())

  /// The state of the calling code.
  static var current: KhalaState { FreshStates.state(of: KhalaState.self) ?? process }

  let routes: RouteDirectory
  private let current: Mutex<Khala.CurrentSettings>

  private init(routes: RouteDirectory, settings: Khala.Settings) {
    self.routes = routes
    current = Mutex(Khala.CurrentSettings(settings))
  }

  /// Returns a state of its own for a test: with the declared routing classes, without their
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
  /// Each call asks, and a copy of all settings would count references to them.
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
  /// Runs a body in a fresh state: with the declared routes, and with nothing that was added at
  /// run time.
  ///
  /// Inside, each routing class makes an instance of its own when it is called. Routes,
  /// interceptors, fallbacks and filters that the body adds, and settings that it changes, end
  /// with it: tests that run at the same time do not meet. The language and the error handler
  /// are at first those around the body.
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
  /// Tasks that the body starts belong to it; detached tasks and blocks of queues do not.
  ///
  /// - Parameters:
  ///   - isIncluded: Returns whether a declared routing class takes part; by default all do.
  ///   - body: The body.
  /// - Returns: The result of the body.
  /// - Throws: What the body throws.
  public nonisolated(nonsending) static func withFreshState<Success, Failure: Error>(
    including isIncluded: @escaping @Sendable (DeclaredItem) -> Bool = { _ in true },
    _ body: nonisolated(nonsending) () async throws(Failure) -> Success
  ) async throws(Failure) -> Success {
    try await FreshStates.with(KhalaState.fresh(including: isIncluded), body)
  }

  /// Runs a synchronous body in a fresh state: with the declared routes, and with nothing that
  /// was added at run time.
  ///
  /// - Parameters:
  ///   - isIncluded: Returns whether a declared routing class takes part; by default all do.
  ///   - body: The body.
  /// - Returns: The result of the body.
  /// - Throws: What the body throws.
  public static func withFreshState<Success, Failure: Error>(
    including isIncluded: @escaping @Sendable (DeclaredItem) -> Bool = { _ in true },
    _ body: () throws(Failure) -> Success
  ) throws(Failure) -> Success {
    try FreshStates.with(KhalaState.fresh(including: isIncluded), body)
  }
}
