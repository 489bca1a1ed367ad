// `repeatable` is a text.
// Write `true` or `false`, without quotes.
import RheaTime

#rhea(time: "tick", repeatable: "true") { print("tick") }
// 33: error: cannot convert value of type 'String' to expected argument type 'Bool'
