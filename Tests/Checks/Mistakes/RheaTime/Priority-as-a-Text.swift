// The priority is a text.
// Write a number, or a name such as `.high`.
import RheaTime

#rhea(time: .premain, priority: "high") { print("first") }
// 33: error: cannot convert value of type 'String' to expected argument type 'RheaPriority'
