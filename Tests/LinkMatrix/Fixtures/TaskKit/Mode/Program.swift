import ProcessLifecycle
import TaskKit

#task("opens", on: .didFinishLaunching) { print("opened") }

/// Launches as a program does, runs the launch in a fresh state, and asks for the task.
@main
struct Program {
  @MainActor static func main() async throws {
    await ProcessLifecycle.launch().finished()
    print("fresh")
    try await TaskManager.withFreshState {
      _ = try await TaskManager.shared.run([.willFinishLaunching, .didFinishLaunching])
    }
    print("wanted")
    try await TaskManager.shared.runTask(named: "opens").finished()
  }
}
