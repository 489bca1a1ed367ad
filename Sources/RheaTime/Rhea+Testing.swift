extension Rhea {
  /// Runs a body in a fresh state, in which no event has happened yet.
  ///
  /// In the body, the declared callbacks wait as if the program had just started, and no other
  /// callbacks exist. Events reach only the callbacks of this state, so that tests can run
  /// concurrently. The system does not trigger its events here. Use ``simulate(_:fileID:line:)``
  /// instead.
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
  /// Tasks that the body starts belong to the state. Detached tasks and blocks of queues do not.
  ///
  /// - Parameters:
  ///   - isIncluded: Returns whether to include a declared callback, which has the name of its
  ///     event. By default, all are included.
  ///   - body: The body.
  /// - Returns: The result of the body.
  /// - Throws: The error that the body throws.
  public nonisolated(nonsending) static func withFreshState<Success, Failure: Error>(
    including isIncluded: @escaping @Sendable (DeclaredItem) -> Bool = { _ in true },
    _ body: nonisolated(nonsending) () async throws(Failure) -> Success
  ) async throws(Failure) -> Success {
    try await freshCenter(including: isIncluded).withCurrent(body)
  }

  /// Runs a synchronous body in a fresh state, in which no event has happened yet.
  ///
  /// - Parameters:
  ///   - isIncluded: Returns whether to include a declared callback, which has the name of its
  ///     event. By default, all are included.
  ///   - body: The body.
  /// - Returns: The result of the body.
  /// - Throws: The error that the body throws.
  public static func withFreshState<Success, Failure: Error>(
    including isIncluded: @escaping @Sendable (DeclaredItem) -> Bool = { _ in true },
    _ body: () throws(Failure) -> Success
  ) throws(Failure) -> Success {
    try freshCenter(including: isIncluded).withCurrent(body)
  }

  /// Triggers a built-in moment inside `withFreshState`, any number of times.
  ///
  /// Outside a fresh state it has no effect and reports an error to ``errorHandler``. For other
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
    including isIncluded: @escaping @Sendable (DeclaredItem) -> Bool
  ) -> RheaCenter {
    RheaCenter(
      errorHandler: errorHandler,
      isIncluded: { callback in
        isIncluded(
          DeclaredItem(
            name: callback.event.rawValue, location: callback.location,
            priority: callback.priority.rawValue))
      })
  }
}
