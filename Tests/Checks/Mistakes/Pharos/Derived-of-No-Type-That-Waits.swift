// A derived value waits for something, and its type is inferred.
// Derive from relays: set one when the work is done.
import Pharos

func load() async -> Int { 5 }

func follow() {
  let count = Derived { await load() }
  // 15: warning: 'init(_:)' is deprecated: a derived value cannot await, because it is computed
  //   when it is read; start a task that sets a relay when it finishes, and derive from that relay
  //   [#DeprecatedDeclaration]
  print(count.value)
}
