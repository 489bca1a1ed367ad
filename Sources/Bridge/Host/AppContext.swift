/// The app as it runs, for its own code.
///
/// - Concurrency: May be used from any thread.
public struct AppContext: Sendable {
  let host: AppHost

  /// The name of the app in messages.
  public var name: String { host.name }

  /// The arguments of the program, without the program itself.
  public var arguments: [String] { host.surroundings.arguments }

  /// The environment variables that the program was started with, but for those that describe
  /// its ``sockets``.
  public var environment: [String: String] { host.surroundings.environment }

  /// A Boolean value that indicates whether the app has been asked to stop, or stops by itself.
  public var isShuttingDown: Bool { host.isShuttingDown }

  /// Returns when the app has been asked to stop, or when the calling task is
  /// cancelled.
  public func waitForShutdown() async { await host.shutdown.wait() }

  /// Begins to end the app, as `SIGTERM` does, and returns at once.
  public func shutDown() { host.end(because: .askedByApp) }

  /// Has something done before the app ends.
  ///
  /// The steps are done one after the other, the last that was added first: what
  /// was opened first is closed last. One that throws or takes too long is
  /// reported with its name and location, and does not keep the others from being
  /// done.
  ///
  /// A step that another one adds is the next. One that is added when all are
  /// done is reported and not done.
  ///
  /// - Parameters:
  ///   - name: What reports call it.
  ///   - deadline: How long it may take, if not
  ///     ``AppConfiguration/stepDeadline``. Its task is cancelled then.
  ///   - fileID: Where it is added; leave it out.
  ///   - line: Where it is added; leave it out.
  ///   - body: What is done.
  public func onShutdown(
    _ name: String, deadline: Duration? = nil, fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @Sendable () async throws -> Void
  ) {
    host.add(
      ShutdownStep(
        name: name, location: CodeLocation(fileID: fileID, line: line),
        deadline: deadline ?? host.configuration.stepDeadline, body: body))
  }

  /// Has something done whenever `SIGHUP` asks the app to read its
  /// settings again.
  ///
  /// The handlers run one after the other, in the order in which they were
  /// added. An error is reported, and the app goes on with what it has. Signals
  /// that come meanwhile count as one. The tasks of TaskKit's `reload` run
  /// besides.
  ///
  /// - Parameters:
  ///   - name: What reports call it.
  ///   - fileID: Where it is added; leave it out.
  ///   - line: Where it is added; leave it out.
  ///   - body: What is done.
  public func onReload(
    _ name: String, fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @Sendable () async throws -> Void
  ) {
    host.add(
      ReloadHandler(name: name, location: CodeLocation(fileID: fileID, line: line), body: body))
  }

  /// Reports how the app is to its supervisor, in one line: `systemctl status`
  /// shows it.
  public func showStatus(_ text: String) { host.tell(.status(text)) }
}

extension AppContext {
  /// Adds a command to the consoles of the app, also to those that are open already.
  ///
  /// ```swift
  /// context.onCommand("berths", "Lists the berths of a pier.", parameters: ["pier"]) { arguments in
  ///   .array(harbor.berths(of: arguments["pier"]?.string).map { .string($0.name) })
  /// }
  /// ```
  ///
  /// The text of an error is the answer to a command that throws. A name that consoles have
  /// already is reported, and its command is not added.
  ///
  /// - Parameters:
  ///   - name: The name of the command.
  ///   - summary: A sentence for the command `help`.
  ///   - parameters: The names of its arguments; others are rejected.
  ///   - fileID: Where it is added; leave it out.
  ///   - line: Where it is added; leave it out.
  ///   - body: Returns the answer. It is given the arguments by name.
  public func onCommand(
    _ name: String, _ summary: String, parameters: [String] = [], fileID: String = #fileID,
    line: Int = #line,
    _ body: @escaping @Sendable (_ arguments: [String: ConsoleValue]) async throws -> ConsoleValue
  ) {
    let command = ConsoleCommand(name, summary, parameters: parameters) { arguments, _ in
      try await body(arguments.values)
    }
    guard !host.commands.add(command) else { return }
    let location = CodeLocation(fileID: fileID, line: line)
    host.report(
      "the command '\(name)' (\(location)) is not added: consoles have one of this name already")
  }
}

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
