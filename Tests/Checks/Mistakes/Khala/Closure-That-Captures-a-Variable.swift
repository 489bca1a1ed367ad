// A closure of a call changes a local variable.
// Closures of a call may be kept and called anywhere: collect values in an actor or a `Mutex`.
import Khala

func browse() {
  var names: [String] = []
  Khala(str: "kl://Catalog/browse")?.call { values in names.append("\(values)") }
  // 55: error in mode 6: mutation of captured var 'names' in concurrently-executing code
  //   [#SendableClosureCaptures]
  // 55: warning in mode 5: mutation of captured var 'names' in concurrently-executing code; this is
  //   an error in the Swift 6 language mode [#SendableClosureCaptures]
}
