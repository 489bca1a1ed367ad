// The `dependency` of a task belongs to the main actor.
import TaskKit

@EventTask(on: .idle)
@MainActor
enum LoadFeed {
  static func run() {}
  static var dependency: [Any] { ["OpenStorage"] }
  // 3: error: 'dependency' must be 'nonisolated', because it is read on any thread; here it belongs
  //   to 'MainActor' (from macro 'EventTask')
  // 3: note: make it nonisolated
}
