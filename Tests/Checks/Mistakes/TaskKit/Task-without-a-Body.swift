// `#task` has no closure.
// Write what the task does behind the parentheses.
import TaskKit

#task("LoadFeed", on: .idle)
// 1: error: no exact matches in call to macro 'task'
