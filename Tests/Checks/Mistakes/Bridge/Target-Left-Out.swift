// A wire has no target.
import Bridge

#bridge(on: .appDidFinishLaunching)
// 1: error: the argument 'to' is missing; write 'run:' for a task, 'call:' for a URL, 'job:' for a
//   durable job, or 'to:' for another target (from macro 'bridge')
