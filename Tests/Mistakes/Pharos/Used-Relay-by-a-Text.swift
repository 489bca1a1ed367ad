// A relay that the module uses is named by a text.
// Write the key: a constant, or `RelayKey<Int>("cart.count")`.
import Pharos

#uses(relay: "cart.count")
