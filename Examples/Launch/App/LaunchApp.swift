import LaunchContract
import ProcessLifecycle

// Settings, Storage and Feed are linked because the manifest names them. No
// module imports them.

// A task that adds another one, for the second phase of the launch.
#task("AddTip", .low, on: .willFinishLaunching, after: ["OpenDatabase"]) {
  try TaskManager.shared.injectEventTask(
    name: "ShowTip", priority: .low, event: .didFinishLaunching, after: ["ShowFeed"],
    autoRemove: true, traits: [.before(.firstScreen)]
  ) { @MainActor _ in print("App: did you know that no code has called us?") }
}

/// Launches, and shows what ran and why.
///
/// `--times` shows how long it took, too. `--dry-run` and `--graph mermaid` (or `dot`)
/// run nothing. With `--import`, there is something to import.
@main
struct LaunchApp {
  @MainActor static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.contains("--dry-run") { return try showOrder() }
    if arguments.contains("--graph") { return try showGraph(asDot: arguments.contains("dot")) }

    // The default writes to standard error.
    TaskManager.shared.errorHandler = { print("App: \($0)") }
    let firstScreen = Task {
      try await TaskManager.shared.reach(.firstScreen)
      print("App: the first screen is there")
    }
    await ProcessLifecycle.launch().finished()
    try await firstScreen.value
    try await TaskManager.shared.run(.reload)

    if arguments.contains("--times") {
      print("\n\(TaskManager.shared.report)\n")
    } else {
      for run in TaskManager.shared.report.runs { show(run) }
    }
    // A process that is asked to end does this by itself; one that returns does not.
    await TaskManager.shared.terminate()
  }
}
