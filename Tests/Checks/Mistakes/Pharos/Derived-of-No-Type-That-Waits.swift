// A derived value waits for something, and its type is inferred.
// Derive from relays: set one when the work is done.
import Pharos

func load() async -> Int { 5 }

func follow() {
  let count = Derived { await load() }
  // 15: warning: 'init(_:)' is deprecated: a derived value cannot wait: it is computed when it is
  //   read; start a task that sets a relay when the work is done, and derive from that
  //   [#DeprecatedDeclaration]
  print(count.value)
}
