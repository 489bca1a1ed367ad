// The name of a task is a constant.
import TaskKit

let name = "LoadFeed"

#task(name, on: .idle) { print("loading") }
// 7: error: 'name' must be a string literal, because it is read when the program is compiled;
//   'name' is not (from macro 'task')
