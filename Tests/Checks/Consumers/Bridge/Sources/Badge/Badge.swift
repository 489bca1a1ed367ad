import Bridge
import Contract

#observer(of: .feedItems) { changes in print("\(changes.new.count) new items") }

#observer(of: .lastCall) { changes in print("the last call was \(changes.new)") }

#observer(of: .syncState) { changes in print("sync: \(changes.new)") }
