import Foundation
import TaskKit

/// What the document of the original shows of schedules, with a clock that the app moves.
@MainActor
func passTime() async throws {
  let manager = TaskManager.shared
  func tick() {
    NotificationCenter.default.post(name: RWAppClockTicktockNotificationKey, object: nil)
  }
  func runs(of task: String) -> Int { manager.ledger.totals[task]?.ran ?? 0 }

  for _ in 1...20 { tick() }
  let timerRuns = runs(of: "ScheduleTask2")
  // Dates are those of the system, whatever ticks.
  while runs(of: "ScheduleTask1") < 5 {
    try await Task.sleep(for: .milliseconds(50))
    tick()
  }
  print("ScheduleTask2 ran \(timerRuns) times in 20 ticks, and ScheduleTask1 5 times")

  try manager.scheduleTask(name: "injected timer", repeatCount: 2, timeInterval: 3) { context in
    print("\(context.task), run \(context.fire?.number ?? 0)")
  }
  for _ in 1...3 { tick() }
  try manager.pauseTask(named: "injected timer")
  for _ in 1...3 { tick() }
  print("resumed")
  try manager.resumeTask(named: "injected timer")
  print("it is gone:", !manager.list.contains { $0.name == "injected timer" })
  try manager.destroyTask(named: "ScheduleTask4")
}
