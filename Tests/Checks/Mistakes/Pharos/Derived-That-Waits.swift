// A derived value waits for something.
// Derive from relays: set one when the work is done.
import Pharos

func load() async -> Int { 5 }

func follow() {
  let count: Derived<Int> = Derived { await load() }
  // 37: error: cannot pass function of type '() async -> Int' to parameter expecting synchronous
  //   function type
  // 39: note: 'async' inferred from asynchronous operation used here
  print(count.value)
}
