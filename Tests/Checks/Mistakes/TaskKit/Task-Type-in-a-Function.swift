// A type that is a task is declared inside a function.
import TaskKit

func start() {
  @EventTask(on: .idle)
  // 3: error: a task cannot be declared inside a function, because it is part of the binary and not
  //   of a call; move it to file scope or into a type, or add the task when the program runs, with
  //   'TaskManager.shared.injectEventTask(…)' (from macro 'EventTask')
  enum LoadFeed {
    static func run() {}
  }
}
