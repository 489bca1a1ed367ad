// The event is a number.
// An event is a constant of `RheaEvent` or a text.
import RheaTime

#rhea(time: 5) { print("five") }
// 13: error: cannot convert value of type 'Int' to expected argument type 'RheaEvent'
