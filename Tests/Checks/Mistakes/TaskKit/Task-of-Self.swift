// A task is named by `Self`.
import TaskKit

enum RefreshFeed: TaskKind {
  #task(Self.self, on: .demand) { print("refreshing") }
  // 9: error: a task is named by its type, and 'Self' is not a name; write the name of the type (from
  //   macro 'task')
  // 9: note: replace it with 'RefreshFeed'
}
