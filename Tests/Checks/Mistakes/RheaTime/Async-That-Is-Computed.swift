// `async` is a variable.
import RheaTime

let isSlow = true

#rhea(time: "tick", async: isSlow) { print("tick") }
// 28: error: 'async' must be 'true' or 'false', because it is read when the program is compiled;
//   'isSlow' is not (from macro 'rhea')
// 28: note: replace it with 'true'
// 28: note: replace it with 'false'
