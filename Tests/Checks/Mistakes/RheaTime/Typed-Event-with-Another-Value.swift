// A typed event is triggered with a value of another type.
// Give a value of the type that the event names.
import RheaTime

let cartDidChange = TypedRheaEvent<Int>("cartDidChange")

func change() {
  Rhea.trigger(event: cartDidChange, param: "two")
  // 23: error: cannot convert value of type 'TypedRheaEvent<Int>' to expected argument type
  //   'RheaEvent'
}
