import Bridge
import ModularityTestSupport

/// An app that does what the test around it says.
struct ScriptedApp: ModularApp {
  @TaskLocal static var willLaunch: @Sendable (AppContext) async throws -> Void = { _ in }
  @TaskLocal static var run: @Sendable (AppContext) async throws -> Void = {
    await $0.waitForShutdown()
  }

  static var name: String { "Scripted" }

  func willLaunch(_ context: AppContext) async throws { try await Self.willLaunch(context) }
  func run(_ context: AppContext) async throws { try await Self.run(context) }

  /// Runs an app that does this, inside a test.
  @discardableResult
  static func launch<Success>(
    environment: [String: String] = [:], clock: some Clock<Duration> = ManualClock(),
    run: @escaping @Sendable (AppContext) async throws -> Void,
    _ body: (AppHost) async throws -> Success
  ) async throws -> Success {
    try await $run.withValue(run) {
      try await AppHost.launchForTesting(
        Self.self, environment: environment, clock: clock, body)
    }
  }
}

/// What a script throws.
struct Refused: Error, CustomStringConvertible {
  var description: String { "refused" }
}

/// Returns when this has been recorded, also if the task is cancelled.
func standStill(until recorder: EventRecorder<String>, records event: String) async {
  // A task of its own, as the waiting one is cancelled.
  await Task.detached {
    // Looked at once: an event that came between two looks would not be waited for.
    while case let events = recorder.events, !events.contains(event) {
      _ = try? await recorder.waitForEvents(count: events.count + 1)
    }
  }.value
}
