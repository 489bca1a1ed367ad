// The name of a built-in event is misspelled.
// The built-in events are `load`, `premain` and `appDidFinishLaunching`.
import RheaTime

#rhea(time: .preMain) { print("early") }
// 14: error: type 'RheaEvent' has no member 'preMain'
