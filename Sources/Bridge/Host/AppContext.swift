/// The running app, for its own code.
///
/// - Concurrency: May be used from any thread.
public struct AppContext: Sendable {
  let host: AppHost

  /// The name of the app in messages.
  public var name: String { host.name }

  /// The arguments of the program, without the program itself.
  public var arguments: [String] { host.surroundings.arguments }

  /// The environment variables of the program, without the variables that describe its ``sockets``.
  public var environment: [String: String] { host.surroundings.environment }

  /// A Boolean value that indicates whether the app is shutting down, by request or by itself.
  public var isShuttingDown: Bool { host.isShuttingDown }

  /// Waits until the app is asked to stop, or the calling task is cancelled.
  public func waitForShutdown() async { await host.shutdown.wait() }

  /// Starts to shut down the app, as `SIGTERM` does, and returns immediately.
  public func shutDown() { host.end(because: .askedByApp) }

  /// Adds a step to the shutdown of the app.
  ///
  /// The steps run one after the other, in reverse order: the last step that was added runs first.
  /// If a step throws or exceeds its time limit, it is reported with its name and location, and the
  /// other steps still run.
  ///
  /// If a running step adds another one, that one runs next. A step that is added after all others
  /// have run is reported and not run.
  ///
  /// - Parameters:
  ///   - name: The name in reports.
  ///   - deadline: The time limit, by default ``AppConfiguration/stepDeadline``. At the limit, the
  ///     task of the step is cancelled.
  ///   - fileID: The file of the call, filled in by default.
  ///   - line: The line of the call, filled in by default.
  ///   - body: The step.
  public func onShutdown(
    _ name: String, deadline: Duration? = nil, fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @Sendable () async throws -> Void
  ) {
    host.add(
      ShutdownStep(
        name: name, location: CodeLocation(fileID: fileID, line: line),
        deadline: deadline ?? host.configuration.stepDeadline, body: body))
  }

  /// Adds a handler that runs when `SIGHUP` asks the app to reload its settings.
  ///
  /// The handlers run one after the other, in the order in which they were added. An error is
  /// reported, and the app continues with its current settings. Signals during a reload are
  /// combined into one. The tasks of TaskKit's `reload` event run as well.
  ///
  /// - Parameters:
  ///   - name: The name in reports.
  ///   - fileID: The file of the call, filled in by default.
  ///   - line: The line of the call, filled in by default.
  ///   - body: The handler.
  public func onReload(
    _ name: String, fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @Sendable () async throws -> Void
  ) {
    host.add(
      ReloadHandler(name: name, location: CodeLocation(fileID: fileID, line: line), body: body))
  }

  /// Reports a status line to the supervisor of the app, which `systemctl status` shows.
  public func showStatus(_ text: String) { host.tell(.status(text)) }
}

extension AppContext {
  /// Adds a command to the consoles of the app, including open ones.
  ///
  /// ```swift
  /// context.onCommand("berths", "Lists the berths of a pier.", parameters: ["pier"]) { arguments in
  ///   .array(harbor.berths(of: arguments["pier"]?.string).map { .string($0.name) })
  /// }
  /// ```
  ///
  /// If the command throws, the description of the error is the answer. A command whose name is
  /// already used is reported and not added.
  ///
  /// - Parameters:
  ///   - name: The name of the command.
  ///   - summary: A sentence for the command `help`.
  ///   - parameters: The names of its arguments. Other arguments are rejected.
  ///   - fileID: The file of the call, filled in by default.
  ///   - line: The line of the call, filled in by default.
  ///   - body: Returns the answer, given the arguments by name.
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
      "the command '\(name)' (\(location)) is not added: consoles already have one of this name")
  }
}

extension AppContext {
  /// Checks the health of the app.
  ///
  /// The app is live if its main actor answers and, with a watchdog, the supervisor gets the
  /// keep-alive messages. The app is ready if all of the following conditions hold:
  ///
  /// * It is live, and it is in ``AppPhase/running``.
  /// * No shutdown was requested.
  /// * The store of `TaskManager.shared`, if it has one, answers a query.
  ///
  /// Add further checks with ``onHealthCheck(_:of:deadline:fileID:line:_:)``.
  ///
  /// All checks run concurrently, each with a time limit of ``AppConfiguration/healthDeadline`` or
  /// its own deadline.
  ///
  /// - Returns: The result of each check, starting with the checks of the host.
  public func health() async -> AppHealth { await host.health() }

  /// Adds a check to the health of the app.
  ///
  /// ```swift
  /// context.onHealthCheck("cache") { try await cache.ping() }
  /// ```
  ///
  /// Only one run of a check is active at a time. Concurrent callers of ``health()`` get the same
  /// result. A run that exceeds its time limit is cancelled, and the check fails until that run has
  /// returned.
  ///
  /// - Parameters:
  ///   - name: The name of the check in reports.
  ///   - probe: The question that the check helps to answer. If a liveness check fails, the process
  ///     is restarted, so the check must not depend on other services.
  ///   - deadline: The time limit, if not ``AppConfiguration/healthDeadline``.
  ///   - fileID: The source file of the call, filled in by default.
  ///   - line: The line of the call, filled in by default.
  ///   - body: The check, which passes if it returns, and fails if it throws.
  public func onHealthCheck(
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
