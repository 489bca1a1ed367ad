// A wire has no target.
// Write `run:` for a task, `call:` for a URL, or `to:` for anything else.
import Bridge

#bridge(on: .appDidFinishLaunching)
// 1: error: the argument 'to' is missing (from macro 'bridge')
