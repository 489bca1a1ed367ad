import Pharos
import RheaTime
import TaskKit
import ToolkitTrace

extension AppHost {
  /// Runs an app in a fresh state, for a test.
  ///
  /// In that state, the modules of the process wait for the launch as if the process had just
  /// started, and the app launches them. The app does not control the process, and only gets the
  /// signals that ``signal(_:)`` sends. When it ends, the process continues, and ``outcome``
  /// describes the end. Concurrent apps do not affect each other.
  ///
  /// ```swift
  /// let code = await AppHost.launchForTesting(Harbor.self, arguments: ["--dry-run"]) { host in
  ///   await host.wait(for: .running)
  ///   host.signal(.terminate)
  ///   return await host.exitCode
  /// }
  /// ```
  ///
  /// If the app still runs when the body returns, it is shut down, and the call waits for its end.
  /// The body starts with the launch, and ``wait(for:)`` waits for a phase. Inside the body,
  /// `TaskManager.shared`, `Rhea` and the relays of keys belong to the app.
  ///
  /// - Parameters:
  ///   - app: The app.
  ///   - arguments: Its arguments, without the program.
  ///   - environment: Its environment variables. The variables of the process are not included.
  ///   - clock: The clock of its deadlines and its watchdog.
  ///   - isIncluded: Returns whether to include a declaration, for example by its module. By
  ///     default, all are included.
  ///   - body: The test.
  /// - Returns: The result of the body.
  /// - Throws: The error that the body throws.
  public nonisolated(nonsending) static func launchForTesting<App: ModularApp, Success>(
    _ app: App.Type, arguments: [String] = [], environment: [String: String] = [:],
    clock: some Clock<Duration> = ContinuousClock(),
    including isIncluded: @escaping @Sendable (DeclaredItem) -> Bool = { _ in true },
    _ body: nonisolated(nonsending) (AppHost) async throws -> Success
  ) async throws -> Success {
    let host = AppHost(
      name: App.name, configuration: App.configuration,
      surroundings: .test(
        arguments: arguments, environment: environment, clock: ErasedClock(clock)))
    return try await Bridge.withFreshState(including: isIncluded) {
      let performing = Task { await host.perform(app) }
      let result: Result<Success, any Error>
      do { result = .success(try await body(host)) } catch { result = .failure(error) }
      host.end(because: .askedByApp)
      _ = await host.outcome
      performing.cancel()
      return try result.get()
    }
  }
}

extension HostSurroundings {
  /// Returns the surroundings of a test.
  fileprivate static func test(
    arguments: [String], environment: [String: String], clock: ErasedClock
  ) -> HostSurroundings {
    HostSurroundings(
      arguments: arguments, environment: environment, activation: .none, clock: clock,
      launchModules: { await Bridge.launchFreshState() },
      reloadModules: { await TaskManager.shared.simulate(.reload).finished() },
      listeners: { _ in },
      mainActorAnswers: { await MainActor.run {} },
      write: { _ in },
      leaveAtOnce: { _ in })
  }
}
