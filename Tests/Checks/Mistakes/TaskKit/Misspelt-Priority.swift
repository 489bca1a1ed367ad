// The name of a priority is misspelled.
// The priorities are `critical`, `high`, `default` and `low`.
import TaskKit

#task("LoadFeed", .veryHigh, on: .idle) { print("loading") }
// 20: error: type 'TaskManager.Priority' has no member 'veryHigh'
