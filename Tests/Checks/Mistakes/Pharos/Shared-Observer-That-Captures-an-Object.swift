// The observer of a shared relay captures an object that is not `Sendable`.
// Give the class to an actor, or make it `Sendable`.
import Pharos

final class Badge {
  // 13: note in mode 6: class 'Badge' does not conform to the 'Sendable' protocol
  var title = ""

  func follow(_ count: SharedRelay<Int>) {
    count.whenDidSet { changes in self.title = "\(changes.new)" }
    // 35: error in mode 6: capture of 'self' with non-Sendable type 'Badge' in a '@Sendable'
    //   closure [#SendableClosureCaptures]
  }
}
