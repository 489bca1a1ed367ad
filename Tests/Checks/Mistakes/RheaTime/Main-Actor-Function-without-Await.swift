// A callback with `async: true` calls a function of the main actor.
// Write `await` before the call, or leave `async: true` out.
import RheaTime

@MainActor func show() {}

#rhea(time: .appDidFinishLaunching, async: true) { show() }
// 52: error: main actor-isolated global function 'show()' cannot be called from outside of the
//   actor
