import Foundation
import TaskKit

@EventTask(.critical, on: .reserved1, dependsOn: ["HostTask"])
enum GuestTask {
  static func run() { print("guest") }
}

@NotificationTask(on: "late")
@MainActor enum GuestNotified {
  private static var count = 0

  static func run(_ notification: Notification) {
    count += 1
    print("guest got \(notification.name.rawValue), \(count)")
  }
}

// From when the library is there.
#timer("guest.timer", repeat: 2, every: 1) { @MainActor in print("guest ticks") }

// Too late for this one.
#task("guest.launch", on: .willFinishLaunching) { print("never") }
