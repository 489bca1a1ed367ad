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

// expected-error: has no member 'cuont'
#observer(of: .cuont) { changes in print(changes) }
// expected-error: cannot convert value of type 'Int' to expected argument type 'String'
#observer(of: .count) { changes in take(changes.new) }
// expected-error: requires that 'Unequal' conform to 'Equatable'
#observer(of: .unequal, unique: true) { changes in print(changes) }

func share() {
  // expected-error: cannot convert value of type 'String' to expected argument type 'Int'
  _ = SharedRelay.of(.count, default: "none")
}
