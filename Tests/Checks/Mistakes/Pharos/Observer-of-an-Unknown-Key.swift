// The key of an observer does not exist.
// Declare it in an extension such as `extension RelayKey<Int>`, or import the module that does.
import Pharos

#observer(of: .cartCount) { changes in print(changes.new) }
// 16: error: type 'RelayKey<Any>' has no member 'cartCount'
