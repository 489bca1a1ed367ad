// A dependency is a type that does not exist.
// Import its module, or write its name as a text, which needs no import.
import TaskKit

#task("LoadFeed", on: .idle, dependsOn: [OpenStorage.self]) { print("loading") }
// 42: error: cannot find 'OpenStorage' in scope
