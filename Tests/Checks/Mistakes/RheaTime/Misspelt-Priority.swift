// The priority has a name that does not exist.
// The priorities are `veryLow`, `low`, `normal`, `high`, `veryHigh` and whole numbers.
import RheaTime

#rhea(time: .premain, priority: .urgent) { print("first") }
// 34: error: type 'RheaPriority' has no member 'urgent'
