import Foundation
import TaskKit

// The same in classes of the main actor, as everything is here.

final class Screen {
  static let shared = Screen()
  private(set) var lines: [String] = []

  func show(_ line: String) {
    lines.append(line)
    print("screen, line \(lines.count): \(line)")
  }
}

@EventTask("main.Task1", .critical, on: .didFinishLaunching)
class Task1 {
  static func run() {
    Screen.shared.show("This is No.1 task we want to perform!")
  }
}

@EventTask("main.Task2", .critical, on: .didFinishLaunching)
class Task2 {
  static func run() async {
    await Task.yield()
    Screen.shared.show("This is No.2 task we want to perform!")
  }

  // this task will be executed after Task1 and Task3 finish
  nonisolated static var dependency: [Any] { [Task1.self, "main.Task3"] }
}

@EventTask("main.Task3", .low, on: .didFinishLaunching)
class Task3 {
  static func run() {
    Screen.shared.show("This is No.3 task we want to perform!")
  }
}

@NotificationTask("main.NotiTask", on: "NotificationKey", after: ["NotiTask2"])
class NotiTask {
  static func run(_ noti: Notification) {
    Screen.shared.show("hello")
  }
}

// A closure is nonisolated here, too, unless it declares an actor.
#task("main.Task4", .low, on: .didFinishLaunching, dependsOn: [Task2.self]) { @MainActor in
  Screen.shared.show("This is No.4 task we want to perform!")
}
