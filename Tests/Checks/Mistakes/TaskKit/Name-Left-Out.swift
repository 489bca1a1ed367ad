// `#task` has no name.
// Write one: `#task("LoadFeed", on: .idle) { … }`.
import TaskKit

#task(on: .idle) { print("loading") }
// 7: error: missing argument for parameter #1 in macro expansion
