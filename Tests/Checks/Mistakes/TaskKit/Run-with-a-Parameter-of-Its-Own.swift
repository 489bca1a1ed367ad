// The `run` of a task takes a value of its own.
import TaskKit

@EventTask(on: .idle)
enum LoadFeed {
  static func run(_ user: String) {}
  // 27: error: 'run' of a task takes the context or nothing, and that of a notification's also the
  //   notification, before the context; 'String' is neither 'TaskContext' nor 'Notification' (from
  //   macro 'EventTask')
  // 27: note: make it 'TaskContext'
}
