import Synchronization

/// Two cores that take each other's values.
final class Bond {
  private let end: () -> Void

  /// Bonds two cores, without keeping either.
  init<Value>(_ one: Core<Value>, _ other: Core<Value>) {
    let slots = (Self.lead(from: one, to: other), Self.lead(from: other, to: one))
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

  /// Gives each change of one core to another.
  private static func lead<Value>(from one: Core<Value>, to other: Core<Value>) -> Slot<Value> {
    let slot = one.addSlot(after: one.mainSlot())
    one.update(slot) {
      $0.body = ObserverBody { [weak one, weak other] change in
        guard let one else { return }
        guard let other else { return one.discard(slot) }
        other.write(change, bondedTo: one)
      }
    }
    return slot
  }
}

extension Core {
  /// Takes a value from a bonded core, unless it has come through here already.
  fileprivate func write(_ change: Changes<Value>, bondedTo other: Core) {
    let thread = DeliveryThread.current
    let bond = thread.deliveredBond
    other.lock.withLock { state in state.latestBond = bond }
    let isNew = lock.withLock { state in
      defer { state.latestBond = bond }
      return state.latestBond != bond
    }
    guard isNew else { return }
    let outer = thread.writtenBond
    thread.writtenBond = bond
    write(change.new, from: change.source)
    thread.writtenBond = outer
  }

  /// Ends all bonds of this core.
  func removeBonds() {
    let ended = bonds
    bonds = []
    for bond in ended { bond.remove() }
  }
}

extension DeliveryThread {
  private static let lastBond = Atomic<UInt64>(0)

  /// Which value travels through bonds in the change that is being delivered.
  fileprivate var deliveredBond: UInt64 {
    if cause.bond == 0 {
      cause.bond = Self.lastBond.wrappingAdd(1, ordering: .relaxed).newValue
    }
    return cause.bond
  }
}
