// A task returns an object that is not `Sendable`.
// Make the class `Sendable`, or return a structure.
import TaskKit

final class Feed {
  // 13: note in mode 6: class 'Feed' does not conform to the 'Sendable' protocol
  var items: [String] = []
}

#task("LoadFeed", on: .idle) { Feed() }
// 2: error in mode 6: type 'Feed' does not conform to the 'Sendable' protocol
// error in mode 6 in the expansion: type 'Feed' does not conform to the 'Sendable' protocol
