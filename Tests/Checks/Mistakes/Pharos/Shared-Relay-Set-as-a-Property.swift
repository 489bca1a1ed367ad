// The value of a shared relay is set as a property.
// Write `set(_:)`, or `modify { … }` for a value that depends on the one before.
import Pharos

let count = SharedRelay(0)

func add() {
  count.value += 1
  // 15: error: left side of mutating operator isn't mutable: 'value' is a get-only property
}
