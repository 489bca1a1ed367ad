// The task of a wire is a constant.
import Bridge

let task = "LoadFeed"

#bridge(on: .appDidFinishLaunching, run: task)
// 42: error: 'run' must be a string literal, because it is read when the program is compiled;
//   'task' is not (from macro 'bridge')
