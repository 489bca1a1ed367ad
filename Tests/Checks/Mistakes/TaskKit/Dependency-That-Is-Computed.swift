// A dependency is a constant.
import TaskKit

let storage = "OpenStorage"

#task("LoadFeed", on: .idle, dependsOn: [storage]) { print("loading") }
// 42: error: 'dependsOn' must be a list of types such as 'Name.self' and string literals, because
//   it is read when the program is compiled; 'storage' is not; to compute dependencies when the
//   program runs, declare a task type with 'static var dependency: [Any]' (from macro 'task')
