extension Rhea {
  /// Runs a body in a fresh state, in which no event has happened yet.
  ///
  /// Inside, the declared callbacks wait as if the program had just been started,
  /// no others have been added, and events reach only the callbacks of this state, so that tests
  /// can run concurrently. The system does not trigger its events here;
  /// ``simulate(_:fileID:line:)`` does.
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
  /// Tasks that the body starts belong to it; detached tasks and blocks of queues do not.
  ///
  /// - Parameters:
  ///   - isIncluded: Returns whether a declared callback takes part, whose name is that of its
  ///     event; by default all do.
  ///   - body: The body.
  /// - Returns: The result of the body.
  /// - Throws: What the body throws.
  public nonisolated(nonsending) static func withFreshState<Success, Failure: Error>(
    including isIncluded: @escaping @Sendable (DeclaredItem) -> Bool = { _ in true },
    _ body: nonisolated(nonsending) () async throws(Failure) -> Success
  ) async throws(Failure) -> Success {
    try await freshCenter(including: isIncluded).withCurrent(body)
  }

  /// Runs a synchronous body in a fresh state, in which no event has happened yet.
  ///
  /// - Parameters:
  ///   - isIncluded: Returns whether a declared callback takes part, whose name is that of its
  ///     event; by default all do.
  ///   - body: The body.
  /// - Returns: The result of the body.
  /// - Throws: What the body throws.
  public static func withFreshState<Success, Failure: Error>(
    including isIncluded: @escaping @Sendable (DeclaredItem) -> Bool = { _ in true },
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
