// The name of an event of TaskKit is misspelt.
// The events are the static members of `RWTaskEvent`.
import TaskKit

#task("LoadFeed", on: .didFinishLaunch) { print("loading") }
// 24: error: type 'RWTaskEvent' has no member 'didFinishLaunch'
