// A relay that the module uses is named by a text.
// Write the key: a constant, or `RelayKey<Int>("cart.count")`.
import Pharos

#uses(relay: "cart.count")
// 14: error: cannot convert value of type 'String' to expected argument type 'RelayKey<Value>'
// 1: error: generic parameter 'Value' could not be inferred
