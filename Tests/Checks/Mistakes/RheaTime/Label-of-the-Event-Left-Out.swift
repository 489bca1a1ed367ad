// The label `time` of an event is left out.
// Write `#rhea(time: .premain) { … }`, or `#premain { … }` for short.
import RheaTime

#rhea(.premain) { print("early") }
// 6: error: missing argument label 'time:' in macro expansion
