// A wire has no target.
import Bridge

#bridge(on: .appDidFinishLaunching)
// 1: error: a wire needs a target: write 'run:' for a task, 'call:' for a URL or 'to:' for another
//   (from macro 'bridge')
