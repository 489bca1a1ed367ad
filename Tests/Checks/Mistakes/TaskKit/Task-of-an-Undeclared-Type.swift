// The type that names a task is misspelled.
// Write the name of a `TaskKind` that the module can see.
import TaskKit

enum RefreshFeed: TaskKind {}

func refresh() throws {
  try TaskManager.shared.runTask(RefreshFeeds.self)
  // 34: error: cannot find 'RefreshFeeds' in scope
}
