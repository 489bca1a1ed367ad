// `join` stands without `with`.
// Write `with:` and an event of TaskKit.
import Bridge

#bridge(join: .appDidFinishLaunching)
// 37: error: missing argument for parameter 'with' in macro expansion
