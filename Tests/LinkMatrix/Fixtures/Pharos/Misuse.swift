import Pharos

struct Unequal: Sendable {}

extension RelayKey<Int> {
  static var count: Self { Self("cart.count") }
}

extension RelayKey<Unequal> {
  static var unequal: Self { Self("cart.unequal") }
}

func take(_ text: String) {}
@MainActor func onMain() {}
func wait(for changes: Changes<Int>) async {}

// expected-error: has no member 'cuont'
#observer(of: .cuont) { changes in print(changes) }
// expected-error: cannot convert value of type 'Int' to expected argument type 'String'
#observer(of: .count) { changes in take(changes.new) }
// expected-error: requires that 'Unequal' conform to 'Equatable'
#observer(of: .unequal, unique: true) { changes in print(changes) }
// expected-error: call to main actor-isolated global function 'onMain()' in a synchronous nonisolated context
#observer(of: .count) { onMain() }
// expected-error: cannot pass function of type '@Sendable (Changes<Int>) async -> ()' to parameter expecting synchronous
#observer(of: .count) { changes in await wait(for: changes) }
// expected-error: expects 1 argument, but 2 were used in closure body
#observer(of: .count) { old, new in print(old, new) }
// expected-error: invalid conversion from throwing function
#observer(of: .count) { throw CancellationError() }
// expected-error: 'priority' must be
#observer(of: .count, priority: rank) { print("changed") }
// expected-error: 'unique' must be 'true' or 'false'
#observer(of: .count, unique: isUnique) { print("changed") }

let rank = 3
let isUnique = true

func share() {
  // expected-error: cannot convert value of type 'String' to expected argument type 'Int'
  _ = SharedRelay.of(.count, default: "none")
}
