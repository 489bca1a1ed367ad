// The name of a trait is misspelt.
// The traits are the static members of `TaskTrait`.
import TaskKit

#task("LoadFeed", on: .idle, .parallel) { print("loading") }
// 31: error: type 'TaskTrait' has no member 'parallel'
