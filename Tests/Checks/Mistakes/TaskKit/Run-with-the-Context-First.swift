// The `run` of a task takes the context before the notification.
import Foundation
import TaskKit

@NotificationTask(on: "cart.didChange")
enum CountItems {
  static func run(_ context: TaskContext, _ notification: Notification) {}
  // 43: error: 'run' takes the notification first, then the context, and each only once (from macro
  //   'NotificationTask')
}
