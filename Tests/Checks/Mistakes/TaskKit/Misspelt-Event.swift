// The name of an event of TaskKit is misspelled.
// The events are the static members of `TaskEvent`.
import TaskKit

#task("LoadFeed", on: .didFinishLaunch) { print("loading") }
// 24: error: type 'TaskEvent' has no member 'didFinishLaunch'
