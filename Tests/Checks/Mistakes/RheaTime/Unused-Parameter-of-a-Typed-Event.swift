// The callback of a typed event takes nothing.
// Write `{ _ in … }`.
import RheaTime

extension RheaEvent {
  static let cartDidChange = TypedRheaEvent<Int>("cartDidChange")
}

#rhea(time: RheaEvent.cartDidChange) { print("changed") }
// 23: error: cannot convert value of type 'TypedRheaEvent<Int>' to expected argument type
//   'RheaEvent'
