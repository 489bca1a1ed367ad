// `#rhea` has no event.
// Name the event: `#rhea(time: .premain) { … }`.
import RheaTime

#rhea { print("when?") }
// 25: error: missing argument for parameter 'time' in macro expansion
