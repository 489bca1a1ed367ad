import ModularityTestSupport
import Pharos
import Testing

/// What operators make of changes is what the functions of arrays make of their
/// values.
@Suite struct OperatorPropertyTests {
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `Operators do with changes what arrays do with elements`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let values = (0..<50).map { _ in Int.random(in: -5...5, using: &generator) }
    let count = Int.random(in: 0...60, using: &generator)
    let source = Observable(wrappedValue: 0)
    let relay = source.projectedValue

    let mapped = Trail(relay.map { $0 * 3 })
    let filtered = Trail(relay.filter { $0.isMultiple(of: 2) })
    let scanned = Trail(relay.scan(100, +))
    let skipped = Trail(relay.skip(count))
    let first = Trail(relay.first { $0 > 3 })
    let distinct = Trail(relay.distinct())
    let paired = Trail(zip(relay, relay.map { -$0 }).map { $0.0 + $0.1 })
    for value in values { source.wrappedValue = value }

    #expect(mapped.values == values.map { $0 * 3 })
    #expect(filtered.values == values.filter { $0.isMultiple(of: 2) })
    #expect(scanned.values == Array(values.reductions(from: 100, +)))
    #expect(skipped.values == Array(values.dropFirst(count)))
    #expect(first.values == values.first { $0 > 3 }.map { [$0] } ?? [])
    #expect(distinct.values == values.withoutRepetitions(after: 0))
    #expect(paired.values == values.map { _ in 0 })
    for trail in [mapped, filtered, scanned, skipped, first, distinct] {
      #expect(trail.isConnected)
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `Two maps are the map of both, and two filters the filter of both`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let source = Observable(wrappedValue: 0)
    let relay = source.projectedValue
    let (factor, divisor) = (
      Int.random(in: 1...9, using: &generator), Int.random(in: 2...5, using: &generator)
    )
    let isFine = { (value: Int) in value.isMultiple(of: divisor) }
    let isSmall = { (value: Int) in value < 50 }
    let pairs = [
      (
        Trail(relay.map { $0 * factor }.map { $0 + 1 }),
        Trail(relay.map { $0 * factor + 1 })
      ),
      (
        Trail(relay.filter(isFine).filter(isSmall)),
        Trail(relay.filter { isFine($0) && isSmall($0) })
      ),
      (
        Trail(relay.map { $0 * factor }.filter(isFine)),
        Trail(relay.filter { isFine($0 * factor) }.map { $0 * factor })
      ),
    ]
    for _ in 0..<50 { source.wrappedValue = Int.random(in: 0...99, using: &generator) }
    for (one, other) in pairs { #expect(one.values == other.values) }
  }
}

/// Keeps the changes of a relay.
private final class Trail {
  private let relay: ValueRelay<Int>
  private(set) var changes: [Changes<Int>] = []

  var values: [Int] { changes.map(\.new) }

  /// Whether each change begins where the one before ended.
  var isConnected: Bool { zip(changes, changes.dropFirst()).allSatisfy { $0.new == $1.old } }

  init(_ relay: ValueRelay<Int>) {
    self.relay = relay
    relay.whenDidSet { [unowned self] in changes.append($0) }
  }
}

extension [Int] {
  fileprivate func reductions(from initial: Int, _ next: (Int, Int) -> Int) -> [Int] {
    var last = initial
    return map { value in
      last = next(last, value)
      return last
    }
  }

  fileprivate func withoutRepetitions(after initial: Int) -> [Int] {
    var last = initial
    return filter { value in
      defer { last = value }
      return value != last
    }
  }
}
