import BridgeTelemetry
import ProcessLifecycle

/// The app: it works until it is asked to stop, or fails.
struct Port: ModularApp {
  func willLaunch(_ context: AppContext) async throws {
    guard context.arguments.first == "listens" else { return }
    // As a module might: the signal is caught then by this package, too.
    ProcessLifecycle.on(.terminate) { _ in Heard.terminate.open() }
  }

  func run(_ context: AppContext) async throws {
    if context.arguments.first == "throws" { throw AppExit(3, "no berth is free") }
    context.onShutdown("harbor master") {
      if context.arguments.first == "listens" { await Heard.terminate.wait() }
      // Steps are no part of what a group cancels.
      try Task.checkCancellation()
      report("the app closes")
    }
    report("the app runs")
    Heard.running.open()
    await context.waitForShutdown()
  }
}

/// The signals and the progress that parts of the program wait for.
enum Heard {
  static let running = Signal()
  static let terminate = Signal()
}

/// Something that happens once, and that one task waits for.
struct Signal: Sendable {
  private let happened = AsyncStream.makeStream(of: Void.self)

  func open() { happened.continuation.finish() }

  func wait() async {
    for await _ in happened.stream {}
  }
}
