// The task of a wire is a type.
// Write its name: `run: "LoadFeed"`.
import Bridge

@EventTask(on: .demand)
enum LoadFeed {
  static func run() {}
}

#bridge(on: .appDidFinishLaunching, run: LoadFeed.self)
// 42: error: cannot convert value of type 'LoadFeed.Type' to expected argument type 'String'
