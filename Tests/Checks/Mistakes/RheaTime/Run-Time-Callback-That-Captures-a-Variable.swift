// A callback that is added at run time changes a local variable.
// Keep what it changes in an actor, or in a property of the main actor.
import RheaTime

func follow() {
  var count = 0
  Rhea.on("tick", repeatable: true, async: true) { count += 1 }
  // 52: error in mode 6: mutation of captured var 'count' in concurrently-executing code
  //   [#SendableClosureCaptures]
  // 52: warning in mode 5: mutation of captured var 'count' in concurrently-executing code; this is
  //   an error in the Swift 6 language mode [#SendableClosureCaptures]
}
