// The earlier name of an event is computed.
import RheaTime

let former = "tack"

#rhea(time: "tick", formerly: former) { print("tick") }
// 31: error: 'formerly' must be a string literal, because it is read when the program is compiled;
//   'former' is not (from macro 'rhea')
