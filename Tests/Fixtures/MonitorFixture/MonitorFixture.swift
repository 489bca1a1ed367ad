import BridgeTelemetry
import Foundation
import TaskStore

#task("moor", on: .reserved1) {}
#task("capsize", on: .reserved1) { throw CancellationError() }
#rhea(time: "shipDidSail", repeatable: true) { _ in }

/// An app with metrics of all kinds: it prints the number of its port, and waits.
@main struct MonitorFixture: ModularApp {
  func didLaunch(_ context: AppContext) async throws {
    let telemetry = try Bridge.startTelemetry(for: context, port: 0)
    let store = SQLiteStore.memory()
    _ = try await store.enqueue([NewJob(name: "Send", queue: "mail", payload: "1")])
    try await TaskManager.shared.use(store)
    try TaskManager.shared.scheduleTask(name: "tide", repeatCount: .forever, timeInterval: 0.1) {
      _ in
    }
    TaskManager.shared.errorHandler = { _ in }
    await Rhea.run(event: "shipDidSail")
    await TaskManager.shared.trigger(.reserved1).finished()
    print(telemetry.port?.number ?? 0)
    fflush(nil)
  }

  func run(_ context: AppContext) async throws { await context.waitForShutdown() }
}
