// A typed event is triggered without its value.
// Write `param:`.
import RheaTime

let cartDidChange = TypedRheaEvent<Int>("cartDidChange")

func change() {
  Rhea.trigger(event: cartDidChange)
  // 8: error: 'trigger(event:)' is unavailable: pass the value that its callbacks take: 'param:'
}
