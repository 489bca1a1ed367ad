// The key of an observer is a text.
// Write `RelayKey<Int>("cart.count")`, with the type of the value.
import Pharos

#observer(of: "cart.count") { changes in print(changes.new) }
// 15: error: cannot convert value of type 'String' to expected argument type 'RelayKey<Any>'
