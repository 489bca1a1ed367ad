// The `run` of an event's task takes a notification.
import Foundation
import TaskKit

@EventTask(on: .idle)
enum CountItems {
  static func run(_ notification: Notification) {}
  // 19: error: only a task with '@NotificationTask' gets a notification; take the context, whose
  //   'otherOptions' contains the values of an event (from macro 'EventTask')
}
