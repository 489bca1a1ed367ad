// A dependency is written without brackets.
// Write `dependsOn: ["OpenStorage"]`.
import TaskKit

#task("LoadFeed", on: .idle, dependsOn: "OpenStorage") { print("loading") }
// 41: error: cannot convert value of type 'String' to expected argument type '[Any]'
