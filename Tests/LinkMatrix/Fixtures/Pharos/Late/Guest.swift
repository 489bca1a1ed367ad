import Pharos

// In the order of their priorities among those that come together, and after those
// that were there.
#observer(of: .count) { changes in print("guest \(changes.old)->\(changes.new)") }
#observer(of: .count, priority: 5, replayingCurrent: true) { changes in
  print("eager \(changes.old)->\(changes.new)")
}
