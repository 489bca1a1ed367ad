// A task of a notification is declared inside a function.
import TaskKit

func start() {
  #notification("count", on: "cart.didChange") { print("counting") }
  // 3: error: a task cannot be declared inside a function, because it is part of the binary and not
  //   of a call; move it to file scope or into a type, or add the task when the program runs, with
  //   'TaskManager.shared.injectNotificationTask(…)' (from macro 'notification')
}
