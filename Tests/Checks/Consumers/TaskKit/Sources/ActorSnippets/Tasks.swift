import Foundation
import TaskKit

// The same with actors: tasks that belong to one, and such that ask one.

@globalActor actor Disk {
  static let shared = Disk()
}

actor Journal {
  static let shared = Journal()
  private var lines: [String] = []

  func write(_ line: String) {
    lines.append(line)
    print("journal, line \(lines.count): \(line)")
  }
}

@Disk
@EventTask("actor.Task1", .critical, on: .reserved1)
class Task1 {
  private static var runs = 0

  static func run() {
    runs += 1
    print("disk, run \(runs): This is No.1 task we want to perform!")
  }
}

@EventTask("actor.Task2", .critical, on: .reserved1)
actor Task2 {
  static func run() async {
    await Journal.shared.write("This is No.2 task we want to perform!")
  }

  // this task will be executed after Task1 and Task3 finish
  static var dependency: [Any.Type] { [Task1.self, Task3.self] }
}

// Tasks of actors run side by side, unless they say what they come after.
@EventTask("actor.Task3", .low, on: .reserved1, after: [Task1.self])
actor Task3 {
  static func run(_ context: TaskContext) async throws {
    await Journal.shared.write("This is No.3 task we want to perform!")
  }
}

@NotificationTask("actor.NotiTask", on: "NotificationKey", after: ["main.NotiTask"])
@Disk
class NotiTask {
  static func run(_ noti: Notification) {
    print("disk: hello")
  }
}
