extension Rhea {
  /// Gives a body a world in which nothing has happened yet.
  ///
  /// Inside, the declared callbacks wait as if the program had just been built,
  /// no others have been added, and what is triggered there runs there: tests
  /// that run at the same time do not meet. Built-in moments do not come by
  /// themselves; ``simulate(_:fileID:line:)`` brings them about.
  ///
  /// ```swift
  /// @Test func `Logging out empties the basket`() async {
  ///   await Rhea.withFreshState {
  ///     await Rhea.run(event: .userDidLogout)
  ///     #expect(Basket.shared.isEmpty)
  ///   }
  /// }
  /// ```
  ///
  /// Tasks that the body starts belong to it, detached ones and blocks of
  /// queues do not.
  ///
  /// - Parameters:
  ///   - isIncluded: Which declared callbacks take part; by default all do.
  ///   - body: What happens in the fresh world.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws.
  public nonisolated(nonsending) static func withFreshState<Success, Failure: Error>(
    including isIncluded: @escaping @Sendable (RheaCallback) -> Bool = { _ in true },
    _ body: nonisolated(nonsending) () async throws(Failure) -> Success
  ) async throws(Failure) -> Success {
    try await freshCenter(including: isIncluded).withCurrent(body)
  }

  /// Gives a synchronous body a world in which nothing has happened yet.
  ///
  /// - Parameters:
  ///   - isIncluded: Which declared callbacks take part; by default all do.
  ///   - body: What happens in the fresh world.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws.
  public static func withFreshState<Success, Failure: Error>(
    including isIncluded: @escaping @Sendable (RheaCallback) -> Bool = { _ in true },
    _ body: () throws(Failure) -> Success
  ) throws(Failure) -> Success {
    try freshCenter(including: isIncluded).withCurrent(body)
  }

  /// Brings a built-in moment about inside `withFreshState`, as
  /// often as it is called.
  ///
  /// Outside it does nothing, which is reported to ``errorHandler``. For other
  /// events it is the same as `trigger`.
  @discardableResult
  public static func simulate(
    _ event: RheaEvent, fileID: String = #fileID, line: Int = #line
  ) -> RheaTrigger {
    let center = RheaCenter.current
    guard center !== RheaCenter.process, RheaEvent.builtIn.contains(event) else {
      return trigger(event: event, fileID: fileID, line: line)
    }
    return center.fire(event, caller: CodeLocation(fileID: fileID, line: line))
  }

  private static func freshCenter(
    including isIncluded: @escaping @Sendable (RheaCallback) -> Bool
  ) -> RheaCenter {
    RheaCenter(
      errorHandler: errorHandler,
      isIncluded: { isIncluded($0.description(state: .waiting)) })
  }
}
