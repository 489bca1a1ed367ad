import Foundation
import TaskKit

// What the document of the original shows of tasks of notifications.

@NotificationTask(on: "NotificationKey")
class NotiTask {
  class func runWithNotification(_ noti: NSNotification) {
    print("hello")
  }
}

// With a priority and a dependency, which the original did not have for these.
#notification("NotiTask2", .critical, on: "NotificationKey", dependsOn: ["NotiTask"]) {
  noti, context in
  print("\(context.task) got \(noti.object ?? "nothing")")
}
