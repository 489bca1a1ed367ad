// A task is tried no times.
import TaskKit

#task("LoadFeed", on: .idle, .retry(attempts: 0)) { print("loading") }
// 47: error: '.retry(attempts: 0)' counts from 1; write 1 or more (from macro 'task')
// 47: note: replace it with '1'
