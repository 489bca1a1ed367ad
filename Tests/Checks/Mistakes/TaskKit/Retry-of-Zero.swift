// A task is tried no times.
import TaskKit

#task("LoadFeed", on: .idle, .retry(upTo: 0)) { print("loading") }
// 43: error: '.retry(upTo: 0)' counts from 1; write 1 or more (from macro 'task')
// 43: note: replace it with '1'
