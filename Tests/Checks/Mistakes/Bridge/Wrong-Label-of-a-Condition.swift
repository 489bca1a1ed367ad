// The condition of a wire has a wrong label.
// Write `where:`.
import Bridge

#bridge(on: .appDidFinishLaunching, run: "LoadFeed", when: { _ in true })
// 60: error: extra argument 'when' in macro expansion
