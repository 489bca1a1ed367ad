import Foundation
import TaskKit

/// Posts a notification, and waits until its tasks are over.
func showNotifications() async throws {
  let manager = TaskManager.shared
  let (done, tell) = AsyncStream.makeStream(of: Void.self)
  try manager.injectNotificationTask(
    name: "last", notification: Notification.Name("NotificationKey"), after: ["actor.NotiTask"]
  ) { @MainActor _, _ in tell.finish() }
  NotificationCenter.default.post(name: Notification.Name("NotificationKey"), object: "a letter")
  for await _ in done {}
  try manager.destroyTask(named: "last")
}
