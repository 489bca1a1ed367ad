// The callback of a typed event takes a value of another type.
// Write the type of the event's value, or none.
import RheaTime

let cartDidChange = TypedRheaEvent<Int>("cartDidChange")

#rhea(time: cartDidChange) { (count: String) in print(count) }
// 28: error: cannot convert value of type '@Sendable (String) -> ()' to expected argument type
//   '@MainActor @Sendable (Int) throws -> Void'
