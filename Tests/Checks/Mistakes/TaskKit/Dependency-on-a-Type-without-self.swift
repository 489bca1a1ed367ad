// A dependency is a type without `.self`.
// Write `OpenStorage.self`.
import TaskKit

@EventTask(on: .idle)
enum OpenStorage {
  static func run() {}
}

#task("LoadFeed", on: .idle, dependsOn: [OpenStorage]) { print("loading") }
// 41: error: cannot convert value of type '[OpenStorage].Type' to expected argument type '[Any]'
