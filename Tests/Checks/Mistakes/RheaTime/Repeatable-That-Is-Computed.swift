// `repeatable` is a variable.
import RheaTime

let repeats = true

#rhea(time: "tick", repeatable: repeats) { print("tick") }
// 33: error: 'repeatable' must be 'true' or 'false', because it is read when the program is
//   compiled; 'repeats' is not (from macro 'rhea')
// 33: note: replace it with 'true'
// 33: note: replace it with 'false'
