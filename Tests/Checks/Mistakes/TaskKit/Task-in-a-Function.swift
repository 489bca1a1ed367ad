// A task is declared inside a function.
import TaskKit

func start() {
  #task("LoadFeed", on: .didFinishLaunching) { print("loading") }
  // 3: error: a task cannot be declared inside a function, because it is part of the binary and not
  //   of a call; move it to file scope or into a type, or add the task when the program runs, with
  //   'TaskManager.shared.injectEventTask(…)' (from macro 'task')
}
