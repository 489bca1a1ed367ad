import ModularityTestSupport
import Pharos
import Synchronization
import Testing

/// Random operations, against a specification that does one thing at a time.
@Suite struct ModelTests {
  /// What a relay and its observers are to do, as simply as can be said.
  private struct Specification {
    var value = 0
    /// The observers by name, in the order in which they were added; each sees
    /// changes times its factor.
    var observers: [(name: Int, factor: Int)] = []
    var log: [String] = []

    mutating func set(_ new: Int) {
      for observer in observers {
        log.append("\(observer.name): \(value * observer.factor)->\(new * observer.factor)")
      }
      value = new
    }
  }

  @Test(arguments: 0..<60)
  func `After any operation on a relay, its observers see what the model predicts`(
    seed: UInt64
  ) {
    var generator = SeededGenerator(seed: seed)
    var specification = Specification()
    let source = Observable(wrappedValue: 0)
    let log = Log()
    var relays: [Int: ValueRelay<Int>] = [:]
    for name in 0..<120 {
      switch Int.random(in: 0..<5, using: &generator) {
      case 0:
        relays[name] = source.projectedValue.addDidSet { log.note("\(name): \(arrow($0))") }
        specification.observers.append((name, 1))
      case 1 where !specification.observers.isEmpty:
        let index = specification.observers.indices.randomElement(using: &generator)!
        relays.removeValue(forKey: specification.observers.remove(at: index).name)?.discard()
      case 2:
        transaction {
          source.wrappedValue = -1
          source.wrappedValue = name
        }
        specification.set(name)
      case 3:
        source.modify { $0 += 3 }
        specification.set(specification.value + 3)
      default:
        source.wrappedValue = name
        specification.set(name)
      }
      #expect(source.wrappedValue == specification.value)
    }
    #expect(log.lines == specification.log)
  }

  @Test(arguments: 0..<60)
  func `A random graph is consistent after every change, and each part changes at most once`(
    seed: UInt64
  ) {
    var generator = SeededGenerator(seed: seed)
    let sources = (0..<3).map { Observable(wrappedValue: $0) }
    var relays: [ValueRelay<Int>] = sources.map(\.projectedValue)
    var formulas: [([Int]) -> Int] = (0..<3).map { index in { $0[index] } }
    let told = Mutex<[Int: [Int]]>([:])
    for _ in 0..<14 {
      let (one, other) = (
        Int.random(in: 0..<relays.count, using: &generator),
        Int.random(in: 0..<relays.count, using: &generator)
      )
      let (first, second) = (formulas[one], formulas[other])
      if Bool.random(using: &generator) {
        relays.append(relays[one].map { $0 &* 3 &+ 1 })
        formulas.append { first($0) &* 3 &+ 1 }
      } else {
        relays.append(mergeRelays(relays[one], relays[other]).map { $0.0 &+ 2 &* $0.1 })
        formulas.append { first($0) &+ 2 &* second($0) }
      }
    }
    var inputs = [0, 1, 2]
    for (index, relay) in relays.enumerated() {
      relay.addDidSet { change in
        told.withLock { $0[index, default: []].append(change.new) }
      }
    }
    for round in 0..<20 {
      let changed = (0..<3).filter { _ in Bool.random(using: &generator) }
      transaction {
        for index in changed {
          inputs[index] = round &* 10 &+ index
          sources[index].wrappedValue = inputs[index]
        }
      }
      for index in relays.indices {
        let expected = formulas[index](inputs)
        #expect(relays[index].currentValue == expected)
        let seen = told.withLock { $0.removeValue(forKey: index) ?? [] }
        // A transaction delivers domain by domain; one domain changes at once.
        #expect(seen == [expected] || seen.isEmpty)
      }
    }
  }

  @Test(.timeLimit(.minutes(10)), arguments: 0..<6)
  func `Four threads that set one relay give all observers one unbroken sequence`(
    seed: UInt64
  ) async {
    let shared = SharedRelay(0)
    let logs = (0..<3).map { _ in EventRecorder<Changes<Int>>() }
    for log in logs { shared.addDidSet { log.record($0) } }
    let doubled = EventRecorder<Changes<Int>>()
    if seed % 2 == 1 { shared.map { $0 * 2 }.whenDidSet { doubled.record($0) } }
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<4 {
        group.addTask {
          for number in 0..<500 {
            switch number % 3 {
            case 0: shared.set(thread * 1_000 + number)
            case 1: shared.modify { $0 += 1 }
            default: shared.addDidSet { _ in }.discard()
            }
          }
          // Transactions take in what others set before they are delivered.
          for number in 0..<seed * 20 {
            transaction { shared.set(thread * 1_000 + Int(number)) }
          }
        }
      }
    }
    let first = logs[0].events
    // All have left, so that everything has been delivered.
    #expect(seed > 0 ? first.count >= 4 : first.count == 4 * 334)
    for log in logs { #expect(log.events == first) }
    #expect(zip(first, first.dropFirst()).allSatisfy { $0.new == $1.old })
    #expect(first.last?.new == shared.value)
    if seed % 2 == 1 {
      #expect(doubled.events.map(\.new) == first.map { $0.new * 2 })
    }
  }

  @Test(.timeLimit(.minutes(10)))
  func `Relays that threads set and merge at the same time end with the last values`() async {
    for _ in 0..<50 {
      let relays = (0..<4).map { _ in SharedRelay(0) }
      let last = (0..<4).map { _ in SharedRelay(0) }
      await withTaskGroup(of: Void.self) { group in
        for index in 0..<4 {
          group.addTask {
            let merged = mergeRelays(relays[index], relays[(index + 1) % 4])
            merged.whenDidSet { last[index].set($0.new.0 * 1_000 + $0.new.1) }
            for number in 1...100 { relays[index].set(number) }
          }
        }
      }
      for relay in relays { relay.set(500) }
      for value in last { #expect(value.value == 500_500) }
    }
  }
}
