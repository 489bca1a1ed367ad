// The name of a trait is misspelled.
// The traits are the static members of `TaskTrait`.
import TaskKit

#task("LoadFeed", on: .idle, .parallel) { print("loading") }
// 31: error: type 'TaskTrait' has no member 'parallel'
