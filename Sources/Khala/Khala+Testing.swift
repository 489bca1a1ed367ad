import ToolkitTrace

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
