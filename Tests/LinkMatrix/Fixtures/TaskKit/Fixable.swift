import TaskKit

// Each of these offers a change; the tests make it and compile again.

enum Task1 { static func run() {} }

@EventTask(on: .idle)
struct Instance {
  func run() {}
  func shutdown() async {}
}

@EventTask(on: .idle)
enum Private {
  private static func run() async {}
}

@EventTask(on: .idle)
enum Parameter {
  static func run(_ number: Int) {}
}

@EventTask(on: .idle)
enum Shutdown {
  static func run() {}
  static func shutdown(_ context: TaskContext) -> Int {}
}

@EventTask(on: .idle)
@MainActor enum Dependency {
  static func run() {}
  static var dependency: [Any] { [Task1.self] }
}

@EventTask(on: .idle)
enum Numbers {
  static func run() {}
  static var dependency: [Int] { [] }
}

@EventTask(on: .idle, dependsOn: [Task1]) enum Depending { static func run() {} }
@TimerTask(repeat: 0, every: -1) enum Timer { static func run() {} }
#schedule("cron", cron: "") {}

class Store {
  static func prepare() {}
  #timer("self", repeat: -1, every: 1) { Self.prepare() }
}
