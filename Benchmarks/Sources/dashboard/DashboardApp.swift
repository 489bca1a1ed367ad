import BridgeDashboard
import Foundation
import Khala
import RheaTime
import TaskStore
import ToolkitTrace

/// An app of 300 modules, which `Benchmarks/dashboard` watches.
///
/// Usage: dashboard STORE EVENTS-PER-SECOND
@main struct DashboardApp: ModularApp {
  private static let modules = 300

  func run(_ context: AppContext) async throws {
    for module in 0..<Self.modules { try Self.declare(module) }
    try await TaskManager.shared.use(SQLiteStore(at: context.arguments[0]))
    context.onCommand("spans", "Records spans.", parameters: ["count"]) { arguments in
      let count = arguments["count"]?.integer ?? 0
      for number in 0..<count {
        Trace.emit("Work \(number % 500)", kind: .task, module: "Module\(number % Self.modules)")
      }
      return .integer(count)
    }
    let dashboard = try Bridge.startDashboard(for: context, port: 0)
    print("open \(dashboard.signInAddress)")
    fflush(nil)
    let rate = Int(context.arguments[1]) ?? 0
    while rate > 0, !context.isShuttingDown {
      for _ in 0..<rate / 100 {
        Rhea.trigger(event: RheaEvent(rawValue: "event\(Int.random(in: 0..<Self.modules))"))
      }
      try await Task.sleep(for: .milliseconds(10))
    }
    await context.waitForShutdown()
  }

  /// Adds the declarations of a module: an event, to which its neighbors listen, and two routes.
  private static func declare(_ module: Int) throws {
    let file = "Module\(module)/Module\(module).swift"
    for (line, neighbor) in [module, (module + 1) % modules, (module * 7 + 3) % modules]
      .enumerated()
    {
      Rhea.on(
        RheaEvent(rawValue: "event\(neighbor)"), repeatable: true,
        name: "Listener\(module).\(line)",
        fileID: file, line: line + 1
      ) { _ in }
    }
    for line in 4...5 {
      try Khala.route("kl://Module\(module)/action\(line)", fileID: file, line: line) { _ in line }
    }
  }
}
