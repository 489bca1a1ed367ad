// The task of a wire has a wrong label.
// Write `run:` for a task, `call:` for a URL, and `to:` for anything else.
import Bridge

#bridge(on: .appDidFinishLaunching, task: "LoadFeed")
// 43: error: extra argument 'task' in macro expansion
