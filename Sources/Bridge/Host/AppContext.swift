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
