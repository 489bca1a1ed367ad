extension AppContext {
  /// Looks at the health of the app.
  ///
  /// The app is live if its main actor answers, and if its supervisor, where it has a
  /// watchdog, gets its keep-alive messages. It is ready if it is live, in
  /// ``AppPhase/running``, has not been asked to stop, and the store of `TaskManager.shared`, if it
  /// has one, answers a query. Further checks: ``healthCheck(_:of:deadline:fileID:line:_:)``.
  ///
  /// All checks run at once, each for ``AppConfiguration/healthDeadline`` at most, or for its own
  /// deadline.
  ///
  /// - Returns: The result of each check, those of the host first.
  public func health() async -> AppHealth { await host.health() }

  /// Adds a check to the health of the app.
  ///
  /// ```swift
  /// context.healthCheck("cache") { try await cache.ping() }
  /// ```
  ///
  /// A check runs once at a time: callers of ``health()`` that come meanwhile get the same
  /// result. One that misses its deadline is cancelled and fails, and it fails until that run has
  /// returned.
  ///
  /// - Parameters:
  ///   - name: The name of the check in reports.
  ///   - probe: The question that it helps to answer. A check of the liveness that fails has the
  ///     process restarted, so it must not depend on other services.
  ///   - deadline: The time limit, if not ``AppConfiguration/healthDeadline``.
  ///   - fileID: The source file of the call; leave it out.
  ///   - line: The line of the call; leave it out.
  ///   - body: The check: it passes by returning, and fails by throwing.
  public func healthCheck(
    _ name: String, of probe: AppHealth.Probe = .readiness, deadline: Duration? = nil,
    fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @Sendable () async throws -> Void
  ) {
    host.add(
      HealthCheck(
        name, of: probe, location: CodeLocation(fileID: fileID, line: line),
        deadline: deadline ?? host.configuration.healthDeadline, body: body))
  }
}
