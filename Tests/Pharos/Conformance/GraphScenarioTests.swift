import Pharos
import Testing

/// How changes go through graphs of derived values.
@Suite struct GraphScenarioTests {
  private let runs = Runs()
  private let a = source(0)

  @Test func `Each value of a diamond, with or without a tail, is computed once`() {
    let left = Derived { a.now }
    let right = Derived { a.now }
    let sum = runs.derived("sum") { [left.value, right.value] }
    let tails = [runs.derived("one") { sum.value }, runs.derived("other") { sum.value }]
    #expect(tails.map(\.value) == [[0, 0], [0, 0]])
    runs.reset()
    a.now = 1
    #expect(tails.map(\.value) == [[1, 1], [1, 1]])
    #expect(runs.order.sorted() == ["one", "other", "sum"])
  }

  @Test func `Paths of different lengths converge in one computation`() {
    let short = Derived { a.now }
    let long = Derived { Derived { a.now }.value + short.value }
    let longer = Derived { long.value + 1 }
    let sum = runs.derived("sum") { a.now + short.value + longer.value }
    #expect(sum.value == 1)
    a.now = 1
    #expect(sum.value == 5)
    #expect(runs["sum"] == 2)
  }

  @Test func `Convergence of each value with the two before it is linear`() {
    var values = [Derived { a.now }, Derived { a.now }]
    for index in 0..<30 {
      let (one, other) = (values[index], values[index + 1])
      values.append(runs.derived("\(index)") { (one.value + other.value) % 1_000 })
    }
    _ = values.last?.value
    runs.reset()
    a.now = 1
    _ = values.last?.value
    #expect(runs.order.count == 30)
    #expect(runs.order == (0..<30).map(\.description))
  }

  @Test func `Two diamonds, one on the other, and sources that cross are computed once`() {
    let b = source(10)
    let sum = runs.derived("sum") { a.now + b.now }
    let product = runs.derived("product") { a.now * b.now }
    let top = runs.derived("top") { sum.value + product.value }
    let sides = [runs.derived("left") { top.value }, runs.derived("right") { -top.value }]
    let last = runs.derived("last") { sides.map(\.value) }
    #expect(last.value == [10, -10])
    runs.reset()
    a.now = 2
    b.now = 20
    #expect(last.value == [62, -62])
    #expect(Set(runs.order).count == runs.order.count)
    #expect(runs.order.count == 6)
  }

  @Test func `An unchanged dependency does not hide changes of others`() {
    let constants = ["c", "d"].map { name in
      Derived {
        _ = a.now
        return name
      }
    }
    let value = Derived { a.now }
    let all = runs.derived("all") { constants.map(\.value) + ["\(value.value)"] }
    let same = runs.derived("same") { constants.map(\.value) }
    #expect(all.value == ["c", "d", "0"])
    #expect(same.value == ["c", "d"])
    runs.reset()
    a.now = 1
    #expect(all.value == ["c", "d", "1"])
    #expect(same.value == ["c", "d"])
    #expect(runs.order == ["all"])
  }

  @Test func `Dependencies are computed before what depends on them`() {
    let b = runs.derived("b") { a.now }
    let c = runs.derived("c") { a.now }
    let d = runs.derived("d") { b.value + c.value }
    _ = d.value
    runs.reset()
    a.now = 1
    #expect(d.value == 2)
    #expect(runs.order == ["b", "c", "d"])
  }

  @Test func `A chain ends with the value of its source, however often it changes`() {
    var chain = Derived { a.now }
    for _ in 0..<4 { chain = Derived { [chain] in chain.value } }
    for number in 1...3 {
      a.now = number
      #expect(chain.value == number)
    }
  }

  @Test func `Other effects go on when one is discarded`() {
    let double = Derived { a.now * 2 }
    let first = runs.effect("first") { _ = double.value }
    let second = runs.effect("second") { _ = double.value }
    first.discard()
    a.now = 1
    a.now = 2
    #expect((runs["first"], runs["second"]) == (1, 3))
    #expect(second.isValid)
  }

  @Test func `Values read only by a discarded effect are not computed`() {
    let b = runs.derived("b") { a.now }
    let c = runs.derived("c") { b.value }
    let d = Derived { a.now }
    let effect = Effect { _ = c.value }
    runs.reset()
    effect.discard()
    a.now = 1
    #expect(runs.order == [])
    #expect(d.value == 1)
  }

  @Test func `Values in a branch that is no longer taken are not computed`() {
    let b = source(0)
    let c = runs.derived("c") { b.now }
    let d = Derived { a.now == 0 ? c.value : -1 }
    #expect(d.value == 0)
    transaction {
      b.now = 1
      a.now = 1
    }
    #expect(d.value == -1)
    #expect(runs["c"] == 1)
    a.now = 0
    b.now = 2
    #expect(d.value == 2)
    runs.reset()
    a.now = -1
    b.now = 3
    #expect(d.value == -1)
    #expect(runs["c"] == 0)
  }

  @Test func `An effect created after reads and changes runs for later changes`() {
    let b = Derived { a.now }
    let c = Derived { b.value }
    #expect(c.value == 0)
    a.now = 1
    var seen: [Int] = []
    let effect = Effect { seen.append(c.value) }
    a.now = 2
    #expect(seen == [1, 2])
    #expect(effect.isValid)
  }

  @Test func `An effect does not run for a derived value that stays the same`() {
    let constant = Derived {
      _ = a.now
      return 0
    }
    let effect = runs.effect("effect") { _ = constant.value }
    a.now = 1
    #expect(runs["effect"] == 1)
    #expect(effect.isValid)
  }

  @Test func `Several sources of one transaction are one run`() {
    let b = source(10)
    let sum = runs.derived("sum") { a.now + b.now }
    let effect = runs.effect("effect") { _ = sum.value }
    runs.reset()
    transaction {
      a.now = 2
      b.now = 20
    }
    #expect(sum.value == 22)
    #expect(runs.order == ["sum", "effect"])
    #expect(effect.isValid)
  }

  @Test func `All effects of a wide graph run once for each change`() {
    let effects = (0..<6).map { index in
      let value = Derived { a.now + index }
      return runs.effect("\(index)") { _ = value.value }
    }
    for number in 1...2 {
      runs.reset()
      a.now = number
      #expect(runs.order.sorted() == (0..<6).map(\.description))
    }
    #expect(effects.count == 6)
  }
}
