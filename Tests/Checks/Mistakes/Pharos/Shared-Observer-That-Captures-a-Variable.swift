// The observer of a shared relay changes a local variable.
// Keep what it changes in an actor, or in a property of the main actor.
import Pharos

let count = SharedRelay(0)

func follow() {
  var sum = 0
  count.whenDidSet { changes in sum += changes.new }
  // 33: error in mode 6: mutation of captured var 'sum' in concurrently-executing code
  //   [#SendableClosureCaptures]
  // 33: warning in mode 5: mutation of captured var 'sum' in concurrently-executing code; this is
  //   an error in the Swift 6 language mode [#SendableClosureCaptures]
}
