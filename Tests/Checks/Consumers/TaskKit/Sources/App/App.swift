import Foundation
import TaskKit

// Snippets, MainActorSnippets and ActorSnippets are linked because the manifest names
// them. No source imports them.

// What comes after the launch.
#task("launched", on: .didBecomeActive, .before("launched")) {}

@main
struct App {
  static func main() async throws {
    print("=== The launch")
    try await TaskManager.shared.reach("launched")

    print("\n=== Events that the app brings about")
    try await TaskManager.shared.run([.reserved1, .reload])

    print("\n=== A notification")
    try await showNotifications()

    print("\n=== Tasks that are added, paused and destroyed")
    try await injectAndDestroy()

    print("\n=== By the clock")
    try await passTime()

    print("\n=== By mistake")
    makeMistakes()

    print("\n=== What ran")
    // Those of the clock may be in any order.
    for run in TaskManager.shared.report.runs where !run.occasion.hasPrefix("schedule of") {
      let failures = run.tasks.filter { !$0.outcome.isSuccess }
      print("\(run.occasion): \(run.tasks.count) tasks, \(failures.count) of them failed")
    }
  }
}
