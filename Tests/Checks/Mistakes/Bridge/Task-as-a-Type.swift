// The task of a wire is a type that is no `TaskKind`.
// Let the type conform to `TaskKind`, or write the name: `run: "LoadFeed"`.
import Bridge

@EventTask(on: .demand)
enum LoadFeed {
  static func run() {}
}

#bridge(on: .appDidFinishLaunching, run: LoadFeed.self)
// 1: error: no exact matches in call to macro 'bridge'
