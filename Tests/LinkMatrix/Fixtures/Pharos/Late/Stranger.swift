import Pharos

#observer(of: RelayKey<String>("late.count")) { changes in print("never \(changes.new)") }
