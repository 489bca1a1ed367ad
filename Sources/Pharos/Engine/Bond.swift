/// Two cores that take each other's values.
final class Bond {
  private let end: () -> Void

  /// Bonds two cores, without keeping either.
  init<Value>(_ one: Core<Value>, _ other: Core<Value>) {
    let slots = (
      one.relay(after: one.mainSlot(), to: other), other.relay(after: other.mainSlot(), to: one)
    )
    end = { [weak one, weak other] in
      one?.discard(slots.0)
      other?.discard(slots.1)
    }
    one.bonds.append(self)
    other.bonds.append(self)
  }

  /// Ends the bond.
  func remove() {
    end()
  }
}

extension Node {
  /// Ends all bonds of this core.
  final func removeBonds() {
    let ended = bonds
    bonds = []
    for bond in ended { bond.remove() }
  }
}
