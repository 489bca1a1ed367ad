// A task that is added at run time changes a local variable.
// Keep what it changes in an actor or in a `Mutex`.
import TaskKit

func follow() {
  var count = 0
  TaskManager.shared.injectEventTask(name: "Count", event: .didBecomeActive) { _ in count += 1 }
  // 85: error in mode 6: mutation of captured var 'count' in concurrently-executing code
  //   [#SendableClosureCaptures]
  // 3: error: call can throw, but it is not marked with 'try' and the error is not handled
  // 85: warning in mode 5: mutation of captured var 'count' in concurrently-executing code; this is
  //   an error in the Swift 6 language mode [#SendableClosureCaptures]
}
