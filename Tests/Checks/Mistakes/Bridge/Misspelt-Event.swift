// The event of a wire is misspelled.
// Write the name as it is declared in the extension of `RheaEvent`.
import Bridge

#bridge(on: .appDidFinishLaunch, run: "LoadFeed")
// 14: error: type 'RheaEvent' has no member 'appDidFinishLaunch'
