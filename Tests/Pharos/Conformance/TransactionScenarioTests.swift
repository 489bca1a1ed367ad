import Pharos
import Testing

/// What transactions hold back, and what they show.
@Suite struct TransactionScenarioTests {
  private struct Failure: Error {}

  private let runs = Runs()
  private let a = source(0)
  private let b = source(0)

  @Test func `Effects run once, at the end of the outermost transaction, with the last values`() {
    var seen: [[Int]] = []
    let effect = Effect { seen.append([a.now, b.now]) }
    let result = transaction {
      a.now = 1
      transaction { a.now = 2 }
      b.now = 1
      a.now = 3
      #expect(seen.count == 1)
      return 42
    }
    #expect(result == 42)
    #expect(seen == [[0, 0], [3, 1]])
    a.now = 4
    #expect(seen.last == [4, 1])
    #expect(effect.isValid)
  }

  @Test func `Sources and derived values that nothing observes are up to date inside`() {
    let next = Derived { a.now + 1 }
    let double = Derived { next.value * 2 }
    transaction {
      a.now = 5
      #expect((a.now, double.value, next.value) == (5, 12, 6))
      a.now = 6
      #expect(double.value == 14)
    }
  }

  @Test func `A derived value that is observed follows at the end of the transaction`() {
    let double = Derived { a.now * 2 }
    let effect = Effect { _ = double.value }
    transaction {
      a.now = 5
      #expect(double.value == 0)
    }
    #expect(double.value == 10)
    #expect(effect.isValid)
  }

  @Test func `Changes before a transaction throws are delivered`() {
    let effect = runs.effect("effect") { _ = a.now }
    #expect(throws: Failure.self) {
      try transaction {
        a.now = 1
        throw Failure()
      }
    }
    #expect(runs["effect"] == 2)
    a.now = 2
    #expect(runs["effect"] == 3)
    #expect(effect.isValid)
  }

  @Test func `An effect created in a transaction runs at once and sees the set values`() {
    var seen: [Int] = []
    let effect = transaction {
      a.now = 42
      let effect = Effect { seen.append(a.now) }
      #expect(seen == [42])
      return effect
    }
    #expect(seen == [42])
    a.now = 43
    #expect(seen == [42, 43])
    #expect(effect.isValid)
  }

  @Test func `A source that is reset within a transaction is no change, repeatedly`() {
    let double = runs.derived("double") { a.now * 2 }
    let sum = runs.derived("sum") { double.value + b.now }
    let effects = [
      runs.effect("source") { _ = a.now }, runs.effect("double effect") { _ = double.value },
      runs.effect("sum effect") { _ = sum.value },
    ]
    runs.reset()
    for number in 1...3 {
      transaction {
        a.now = number
        a.now = 0
      }
    }
    #expect(double.value == 0)
    #expect(runs.order == [])
    transaction {
      a.now = 5
      a.now = 0
      b.now = 20
    }
    #expect(sum.value == 20)
    #expect(runs["source"] + runs["double effect"] == 0)
    #expect(runs["sum effect"] == 1)
    #expect(effects.count == 3)
  }

  @Test func `Changes that leave a derived value equal run no effect`() {
    let sum = Derived { a.now + b.now }
    let effect = runs.effect("effect") { _ = sum.value }
    transaction {
      a.now = 1
      b.now = -1
    }
    #expect(sum.value == 0)
    #expect(runs["effect"] == 1)
    #expect(effect.isValid)
  }

  @Test func `Reading one derived value inside does not run the effects of another`() {
    let (one, other) = (Derived { a.now + 1 }, Derived { a.now * 2 })
    let effect = runs.effect("effect") { _ = other.value }
    transaction {
      a.now = 5
      #expect(one.value == 6)
      #expect(runs["effect"] == 1)
    }
    #expect(runs["effect"] == 2)
    #expect(effect.isValid)
  }

  @Test func `Dependencies are computed in their order at the end of a transaction`() {
    let first = runs.derived("first") { a.now }
    let second = runs.derived("second") { first.value }
    let effect = runs.effect("effect") { _ = second.value }
    runs.reset()
    transaction { a.now = 1 }
    #expect(runs.order == ["first", "second", "effect"])
    #expect(effect.isValid)
  }
}
