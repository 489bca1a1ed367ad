import TaskKit

// The event tasks that the document of the original shows, in nonisolated
// classes.

@EventTask(RWTaskPriorityCritical, on: RWTaskEventWillFinishLaunching)
class Task1 {
  class func run() {
    print("This is No.1 task we want to perform!")
  }
}

@EventTask(RWTaskPriorityCritical, on: RWTaskEventWillFinishLaunching)
class Task2 {
  class func run() {
    print("This is No.2 task we want to perform!")
  }

  // this task will be executed after Task1 and Task3 finish
  class func dependency() -> [AnyClass] {
    [task_name(Task1.self), task_name(Task3.self)]
  }
}

@EventTask(.low, on: .willFinishLaunching)
class Task3 {
  static func run() {
    print("This is No.3 task we want to perform!")
  }
}

// The same without a class, and with what the document does not show: the context, and
// a result for those that depend on it.
#task("Task4", on: [.willFinishLaunching, .reload], dependsOn: ["Task2"]) { context in
  print("This is No.4 task, for \(context.event)")
  return 4
}

@MainActor
@EventTask(.low, on: .willFinishLaunching)
class Task5 {
  private static var runs = 0

  static func run(_ context: TaskContext) throws {
    runs += 1
    let result: Int = try context.result(of: "Task4")
    print("This is No.5 task, run \(runs), after No.\(result)")
  }

  nonisolated static var dependency: [Any] { ["Task4"] }
}
