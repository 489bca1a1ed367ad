// A task takes an `NSNotification` and the context.
import Foundation
import TaskKit

@NotificationTask(on: "cart.didChange")
enum CountItems {
  static func runWithNotification(_ notification: NSNotification, _ context: TaskContext) {}
  // 51: error: an 'NSNotification' must be the only parameter; take a 'Notification' beside the context (from
  //   macro 'NotificationTask')
  // 51: note: make it 'Notification'
}
