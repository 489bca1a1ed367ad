import Pharos

extension RelayKey<Int> {
  static var count: Self { Self("cart.count") }
}

@RelayKeys extension RelayKey<[String]> {
  static var names: Self { Self("cart.names") }
}

func show(_ changes: Changes<Int>) {}
@MainActor func showOnMain(_ changes: Changes<Int>) {}
func refresh() {}

#observer(of: .count) { changes in print(changes.old + changes.new) }
#observer(of: .count) { print($0.new) }
#observer(of: .count) { print("changed") }
#observer(of: .count, { _ in })
#observer(of: .count) { @MainActor changes in print(changes.new) }
#observer(of: .count) { @MainActor in print("changed") }
#observer(of: RelayKey<Int>.count, priority: 3) { changes in print(changes.new) }
#observer(of: .names, priority: -1, unique: true) { changes in print(changes.new.count) }
#observer(of: .names, unique: true, replayingCurrent: true) { print("changed") }

struct Badge {
  #observer(of: .count, replayingCurrent: true) { changes in print(changes.new) }
}

@MainActor
final class Screen {
  #observer(of: .count) { @MainActor changes in Screen.shown = changes.new }
  static var shown = 0
}

func share() {
  SharedRelay.of(.count, default: 0).set(3)
  SharedRelay.existing(.names)?.modify { $0.append("pear") }
}

final class Cart: Sendable {
  @Shared var count: Int = 0
  @Shared static var names = ["pear"]
}

func fill(_ cart: Cart) {
  cart.count += 1
  cart.countRelay.whenDidSet { changes in print(changes.new) }
  Cart.names.append("apple")
  Cart.namesRelay.modify { $0.removeAll() }
}
