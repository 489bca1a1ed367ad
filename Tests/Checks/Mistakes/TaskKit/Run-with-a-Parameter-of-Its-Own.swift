// The `run` of a task takes a value of its own.
import TaskKit

@EventTask(on: .idle)
enum LoadFeed {
  static func run(_ user: String) {}
  // 27: error: 'run' of a task takes nothing or the context, and 'run' of a notification task also
  //   takes the notification before it; 'String' is neither 'TaskContext' nor 'Notification' (from
  //   macro 'EventTask')
  // 27: note: make it 'TaskContext'
}
