import BridgeTelemetry
import ProcessLifecycle

/// The app: it works until it is asked to stop, or fails.
struct Port: ModularApp {
  func willLaunch(_ context: AppContext) async throws {
    guard context.arguments.first == "listens" else { return }
    // As a module might: the signal is caught then by this package, too.
    ProcessLifecycle.on(.terminate) { _ in Heard.terminate.continuation.finish() }
  }

  func run(_ context: AppContext) async throws {
    if context.arguments.first == "throws" { throw AppExit(3, "no berth is free") }
    context.onShutdown("harbor master") {
      if context.arguments.first == "listens" { for await _ in Heard.terminate.stream {} }
      report("the app closes")
    }
    report("the app runs")
    await context.waitForShutdown()
  }
}

/// A signal that a listener has heard.
enum Heard {
  static let terminate = AsyncStream.makeStream(of: Void.self)
}
