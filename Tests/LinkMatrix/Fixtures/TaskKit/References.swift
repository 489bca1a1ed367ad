import Foundation
import TaskKit

// Functions by their names. In the Swift 5 mode the compiler warns of those that
// are not '@Sendable'.

func plain() {}
func withContext(_ context: TaskContext) -> Int { 5 }
@MainActor func onMain(_ context: TaskContext) {}
@Sendable nonisolated func sendable() {}
func failing() throws {}
func later() async {}
func laterWithContext(_ context: TaskContext) async throws -> String { context.task }
func take(_ notification: Notification) {}
func takeBoth(_ notification: Notification, _ context: TaskContext) throws {}

#task("plain", on: .idle, run: plain)
#task("withContext", on: .idle, run: withContext)
#task("label", on: .idle, run: withContext(_:))
#task("onMain", on: .idle, run: onMain)
#task("sendable", on: .idle, run: sendable)
#task("failing", on: .idle, run: failing, shutdown: plain)
#task("later", on: .idle, run: later, shutdown: later)
#task("laterWithContext", on: .idle, run: laterWithContext)
#notification("take", on: "key", run: take)
#notification("takeBoth", on: "key", run: takeBoth)
#notification("none", on: "key", run: plain)
#notification("noti later", on: "key", run: later)
#schedule("schedule", at: 5, run: withContext)
#schedule("cron", cron: "0 0 * * * *", run: later)
#schedule("daily", on: .daily(at: "02:30"), run: withContext)
#timer("timer", every: 1, run: Home.run)

class Home {
  static func run(_ context: TaskContext) {}
  #task("in a class", on: .idle, run: run)
  #task("in a class, with its name", on: .idle, run: Home.run)
}
