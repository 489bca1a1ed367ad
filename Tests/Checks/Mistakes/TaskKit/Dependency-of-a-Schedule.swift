// A scheduled task depends on another.
import TaskKit

@TimerTask(every: 60)
enum LoadFeed {
  static func run() {}
  static var dependency: [Any] { ["OpenStorage"] }
  // 3: error: a scheduled task runs by itself and waits for no other; remove 'dependency', or make
  //   it a task of an event (from macro 'TimerTask')
}
