// `#task` has no event.
// Write `on:`.
import TaskKit

#task("LoadFeed") { print("loading") }
// 39: error: missing argument for parameter 'on' in macro expansion
