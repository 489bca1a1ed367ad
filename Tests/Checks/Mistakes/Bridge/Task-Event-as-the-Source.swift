// A wire begins with an event of TaskKit.
// Write `.taskEvent(.didBecomeActive)`.
import Bridge

#bridge(on: .didBecomeActive, run: "LoadFeed")
// 14: error: type 'RheaEvent' has no member 'didBecomeActive'
