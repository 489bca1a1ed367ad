// The body of a task is the result of a call.
// Leave the parentheses out: `run: load`.
import TaskKit

@Sendable func load() {}

#task("LoadFeed", on: .idle, run: load())
// 1: error: no exact matches in call to macro 'task'
