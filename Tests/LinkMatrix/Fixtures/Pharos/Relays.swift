import Pharos

final class Meter: Sendable {
  nonisolated init() {}
  nonisolated func didChange(_ changes: Changes<Int>) {}
}

@MainActor final class Screen {
  @Relayed var number = 0
  var shown = 0

  func didChange(_ changes: Changes<Int>) { shown = changes.new }

  func follow(_ shared: SharedRelay<Int>, _ numbers: AsyncStream<Int>) {
    shared.whenDidSet(with: self) { $0.didChange($1) }
    shared.whenDidUniqueSet(.exceptInvokedManually, with: self) { $0.didChange($1) }
    $number.whenDidSet(with: self) { $0.didChange($1) }
    $number.whenDidUniqueSet(with: self) { screen, changes in screen.shown = changes.new }
    shared.addDidUniqueSet { changes in self.shown = changes.new }
    shared.addDidUniqueSet(.exceptInvokedManually) { self.shown += 1 }
    $number.whenDidSet(invoke: self, method: Screen.didChange)
    $number.whenDidUniqueSet(.exceptInvokedManually, invoke: self, method: Screen.didChange)
    $number.addDidUniqueSet(.exceptInvokedManually) { changes in self.shown = changes.new }
      .invokeRelayWithCurrentValue()
    $number.assign(from: numbers)
    $number.merge(with: $number).whenDidSet { changes in self.shown = changes.new.1 }
  }
}

actor Archive {
  @Relayed var number = 0
  var kept: [Int] = []

  func keep(_ changes: Changes<Int>) { kept.append(changes.new) }

  func follow(_ shared: SharedRelay<Int>, _ numbers: AsyncStream<Int>) {
    shared.whenDidSet(invoke: self) { $0.keep($1) }
    shared.whenDidUniqueSet(.exceptInvokedManually, invoke: self) { $0.keep($1) }
    $number.whenDidSet(invoke: self) { $0.keep($1) }
    $number.whenDidUniqueSet(invoke: self) { $0.keep($1) }
    $number.assign(from: numbers).cancel()
  }
}

nonisolated func follow(_ shared: SharedRelay<Int>, _ meter: Meter, _ screen: Screen) {
  shared.whenDidSet(with: meter) { $0.didChange($1) }
  shared.whenDidUniqueSet(with: screen) { @MainActor screen, changes in screen.didChange(changes) }
  shared.compactMap { $0 > 0 ? $0 : nil }.whenDidSet { changes in print(changes.new ?? 0) }
  shared.merge(with: shared, shared).ignore(ifTrue: { $0.new.0 == $0.new.1 })
    .whenDidSet { changes in print(changes.new) }
}

nonisolated func merge(
  _ first: ValueRelay<Int>, _ second: ValueRelay<String>, _ shared: SharedRelay<Int>
) {
  mergeRelays(first, second).whenDidSet { print($0.new.1) }
  mergeRelays(first, second, first).whenDidSet { changes in print(changes.new.1) }
  mergeRelays(first, second, first, second).whenDidSet { print($0.new.3) }
  let five = mergeRelays(first, second, first, second, first)
  five.whenDidSet { changes in print(changes.new.4) }
  mergeRelays(first, second, first).map { $0.1 }.whenDidSet { print($0.new) }
  first.merge(with: second).whenDidSet { print($0.new.1) }
  first.merge(with: second, first).map { $0.2 }.whenDidSet { print($0.new) }
  first.merge(with: second, first, second).whenDidSet { changes in print(changes.new.3) }
  zip(first, second).whenDidSet { print($0.new.1) }
  zip(first, second, first).whenDidSet { changes in print(changes.new.2) }

  mergeRelays(shared, shared).whenDidSet { print($0.new.1) }
  mergeRelays(shared, shared, shared).map { $0.1 + $0.2 }.whenDidSet { print($0.new) }
  mergeRelays(shared, shared, shared, shared).whenDidSet { changes in print(changes.new.3) }
  shared.merge(with: shared).whenDidSet { changes in print(changes.new.1) }
  shared.merge(with: shared, shared, shared).map { $0.3 }.whenDidSet { print($0.new) }
  zip(shared, shared).whenDidSet { changes in print(changes.new.1) }
}
