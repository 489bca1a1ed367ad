import TaskKit

// A module in which everything belongs to the main actor by default.

var count = 0
let event: TaskEvent = .idle

extension TaskEvent {
  static let opened = TaskEvent(rawValue: 1 << 20)
}

@EventTask(on: .opened)
enum OnMain {
  static func run() { count += 1 }
  static func shutdown() { count -= 1 }
}

// expected-error: main actor-isolated let 'event' can not be referenced from
@EventTask(on: event) enum Event { static func run() {} }
// expected-error: main actor-isolated static property 'dependency' can not be referenced from
@EventTask(on: .opened) enum Dependency {
  static func run() {}
  static var dependency: [Any] { [OnMain.self] }
}
// expected-error: main actor-isolated var 'count' can not be mutated from a nonisolated context
#task("closure", on: .opened) { count += 1 }
#task("on main", on: .opened) { @MainActor in count += 1 }
