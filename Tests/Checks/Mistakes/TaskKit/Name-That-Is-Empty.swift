// The name of a task is empty.
import TaskKit

#task("", on: .idle) { print("loading") }
// 7: error: a task needs a name, by which others depend on it and you pause it (from macro
//   'task')
// 7: note: replace it with '"<#name#>"'
