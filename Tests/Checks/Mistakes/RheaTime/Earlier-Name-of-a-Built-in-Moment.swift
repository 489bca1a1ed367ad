// The earlier name of an event is a built-in moment.
import RheaTime

#rhea(time: "tick", formerly: "load") { print("tick") }
// 31: error: 'load' is a built-in moment, so it cannot be an earlier name of another event (from
//   macro 'rhea')
