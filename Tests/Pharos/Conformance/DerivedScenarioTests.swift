import Pharos
import Testing

/// When derived values are computed, from what, and what stops a change.
@Suite struct DerivedScenarioTests {
  private let runs = Runs()
  private let a = source(0)
  private let b = source(10)
  private let isFirst = source(true)

  // MARK: Computing

  @Test func `A derived value is lazy, cached, and computed once for several changes`() {
    let unread = runs.derived("unread") { a.now }
    let sum = runs.derived("sum") { a.now + b.now }
    #expect(runs.order == [])
    #expect((sum.value, sum.value) == (10, 10))
    a.now = 1
    b.now = 20
    #expect(sum.value == 21)
    #expect(runs.order == ["sum", "sum"])
    #expect(unread.value == 1)
  }

  @Test func `A derived value without dependencies is computed once`() {
    let constant = runs.derived("constant") { 42 }
    #expect([constant.value, constant.value] == [42, 42])
    a.now = 1
    #expect(constant.value == 42)
    #expect(runs["constant"] == 1)
  }

  @Test func `Nil is a value like any other`() {
    let some = runs.derived("some") { a.now == 0 ? nil : a.now }
    #expect(some.value == nil)
    #expect(some.value == nil)
    a.now = 1
    #expect(some.value == 1)
    a.now = 0
    #expect(some.value == nil)
    #expect(runs["some"] == 3)
  }

  @Test func `Each of a chain is computed once, and not if its predecessor is equal`() {
    let clamped = runs.derived("clamped") { min(10, max(0, a.now)) }
    let next = runs.derived("next") { clamped.value }
    let last = runs.derived("last") { next.value }
    #expect(last.value == 0)
    for (number, order) in [
      (-1, ["clamped"]), (5, ["clamped", "next", "last"]), (11, ["clamped", "next", "last"]),
      (20, ["clamped"]),
    ] {
      runs.reset()
      a.now = number
      #expect(last.value == min(10, max(0, number)))
      #expect(runs.order == order)
    }
  }

  @Test func `A derived value can be read after its observers have ended`() {
    let double = Derived { a.now * 2 }
    Effect { _ = double.value }.discard()
    a.now = 5
    #expect(double.value == 10)
    a.now = 10
    #expect(double.value == 20)
  }

  @Test func `A source that is created while computing is a dependency`() {
    let made = Derived { source(a.now * 10).now }
    #expect(made.value == 0)
    a.now = 3
    #expect(made.value == 30)
  }

  @Test func `Derived values created after a change are up to date, in any order of reading`() {
    let next = Derived { a.now + 1 }
    a.now = 5
    let late = Derived { next.value * 2 }
    let sum = Derived { a.now + late.value }
    #expect((next.value, late.value, sum.value) == (6, 12, 17))
    a.now = 10
    #expect((sum.value, late.value, next.value) == (32, 22, 11))
  }

  // MARK: Equal values

  @Test func `An equal value of a source that compares is no change`() {
    let value = runs.derived("value") { a.now }
    let effect = runs.effect("effect") { _ = a.now }
    #expect(value.value == 0)
    runs.reset()
    a.now = 0
    #expect(value.value == 0)
    #expect(runs.order == [])
    #expect(effect.isValid)
  }

  @Test func `An equal value of a source that does not compare is a change`() {
    let plain = Observable(wrappedValue: 0)
    let effect = runs.effect("effect") { _ = plain.now }
    plain.now = 0
    #expect(runs["effect"] == 2)
    #expect(effect.isValid)
  }

  @Test func `A value that does not equal itself, such as NaN, is a change`() {
    let number = source(Double.nan)
    let effect = runs.effect("effect") { _ = number.now }
    number.now = .nan
    #expect(runs["effect"] == 2)
    final class Object {}
    let object = Object()
    let same = Observable(wrappedValue: object, comparing: ===)
    let other = runs.effect("object") { _ = same.now }
    same.now = object
    #expect(runs["object"] == 1)
    #expect(effect.isValid && other.isValid)
  }

  @Test func `A derived NaN changes whenever it is computed`() {
    let number = Derived { a.now == 0 ? 0 : Double.nan }
    let next = runs.derived("next") { number.value.isNaN }
    for value in 0...2 {
      a.now = value
      #expect(next.value == (value > 0))
    }
    #expect(runs["next"] == 3)
  }

  @Test func `An effect at the end of a chain runs only when the end changes`() {
    let items = source([Int]?.none)
    let isLoaded = Derived { items.now != nil }
    let message = Derived { isLoaded.value ? "loaded" : "empty" }
    var seen: [String] = []
    let effect = Effect { seen.append(message.value) }
    items.now = [1]
    items.now = [2, 3]
    items.now = nil
    #expect(seen == ["empty", "loaded", "empty"])
    #expect(effect.isValid)
  }

  @Test func `An equal value runs no dependent effect and computes no dependent value`() {
    let parity = runs.derived("parity") { a.now % 2 }
    let next = runs.derived("next") { parity.value + 1 }
    let effect = runs.effect("effect") { _ = next.value }
    runs.reset()
    for number in [2, 4, 6] { a.now = number }
    #expect(runs.order == ["parity", "parity", "parity"])
    #expect(effect.isValid)
  }

  // MARK: Dynamic dependencies

  @Test func `Only the taken branch is a dependency, and it may change repeatedly`() {
    let chosen = runs.derived("chosen") { isFirst.now ? a.now : b.now }
    #expect(chosen.value == 0)
    b.now = 11
    #expect(chosen.value == 0)
    a.now = 1
    #expect(chosen.value == 1)
    #expect(runs["chosen"] == 2)
    isFirst.now = false
    a.now = 2
    #expect(chosen.value == 11)
    b.now = 12
    a.now = 3
    #expect(chosen.value == 12)
    #expect(runs["chosen"] == 4)
  }

  @Test func `Only the taken branch is a dependency of an effect`() {
    var seen: [Int] = []
    let effect = Effect { seen.append(isFirst.now ? a.now : -1) }
    a.now = 1
    isFirst.now = false
    a.now = 2
    isFirst.now = true
    a.now = 3
    #expect(seen == [0, 1, -1, 2, 3])
    #expect(effect.isValid)
  }

  @Test func `A new dependency is up to date before its reader`() {
    let first = Derived { a.now }
    let chosen = Derived { isFirst.now ? b.now : first.value }
    #expect(chosen.value == 10)
    isFirst.now = false
    a.now = 2
    #expect(chosen.value == 2)
  }

  @Test func `A branch that one reader leaves still serves others, and may be entered again`() {
    let one = Derived { isFirst.now ? a.now : 111 }
    let other = Derived { a.now }
    var seen: [Int] = []
    let effect = Effect { seen.append(one.value) }
    isFirst.now = false
    a.now = 2
    #expect(other.value == 2)
    isFirst.now = true
    #expect(seen == [0, 111, 2])
    #expect(effect.isValid)
  }

  @Test func `A derived value in a branch not taken is not computed`() {
    let object = source(Optional([1]))
    let value = Derived { object.now }
    let first = runs.derived("first") { value.value?.first }
    let chosen = Derived { value.value == nil ? 0 : first.value ?? -1 }
    #expect(chosen.value == 1)
    object.now = nil
    #expect(chosen.value == 0)
    #expect(runs["first"] == 1)
    object.now = [2]
    #expect(chosen.value == 2)
  }

  @Test func `A dependency that stays the same does not hide one that changes later`() {
    let value = Derived { a.now }
    let parity = Derived { a.now % 2 + b.now }
    let pair = runs.derived("pair") { [value.value, parity.value] }
    #expect(pair.value == [0, 10])
    a.now = 2
    #expect(pair.value == [2, 10])
    b.now = 11
    #expect(pair.value == [2, 11])
    #expect(runs["pair"] == 3)
  }

  @Test func `Effects with overlapping, changing dependencies run for their own`() {
    let c = source(0)
    let (out, last) = (source(0), source(0))
    let one = runs.effect("one") {
      out.now = (c.now < 2 ? a.now : 0) + (c.now > 1 ? b.now : 0)
    }
    let other = runs.effect("other") {
      last.now = (c.now > 1 ? a.now : 0) + (c.now < 3 ? b.now : 0) + out.now
    }
    #expect((out.now, last.now) == (0, 10))
    runs.reset()
    b.now = 3
    #expect((out.now, last.now) == (0, 3))
    #expect(runs.order == ["other"])
    a.now = 1
    c.now = 2
    #expect((out.now, last.now) == (3, 7))
    #expect(one.isValid && other.isValid)
  }

  // MARK: Errors

  @Test func `An error is kept and passed on, until its source changes`() throws {
    struct Odd: Error {}
    let value = Derived(catching: {
      runs.note("value")
      if a.now % 2 == 1 { throw Odd() }
      return a.now
    })
    let next = Derived(catching: { try value.value.get() * 2 })
    let good = runs.derived("good") { b.now * 2 }
    for number in [0, 1, 2, 3, 4] {
      a.now = number
      if number % 2 == 1 {
        #expect(throws: Odd.self) { try value.value.get() }
        #expect(throws: Odd.self) { try next.value.get() }
      } else {
        #expect(try next.value.get() == number * 2)
      }
      #expect(good.value == 20)
    }
    #expect((runs["value"], runs["good"]) == (5, 1))
  }

  @Test func `An effect that catches an error runs again when the error ends`() {
    struct Zero: Error {}
    let value = Derived(catching: { () throws -> Int in
      runs.note("value")
      if a.now == 0 { throw Zero() }
      return a.now
    })
    var seen: [Int] = []
    let effect = Effect { seen.append((try? value.value.get()) ?? -1) }
    _ = value.value
    #expect(runs["value"] == 1)
    a.now = 1
    #expect(seen == [-1, 1])
    #expect(effect.isValid)
  }

  // MARK: Untracked

  @Test func `An untracked read is up to date and not a dependency`() {
    let double = runs.derived("double") { a.now * 2 }
    let mixed = Derived { untracked { double.value } + untracked { b.peek() } + b.now - b.now }
    let shared = SharedRelay(1)
    let effect = runs.effect("effect") {
      untracked { untracked { _ = a.now } }
      _ = a.peek() + double.peek() + a.projectedValue.peek() + shared.peek()
    }
    #expect(mixed.value == 10)
    a.now = 5
    shared.set(2)
    #expect(untracked { double.value } == 10)
    #expect(mixed.value == 10)
    b.now = 20
    #expect(mixed.value == 30)
    #expect(runs["effect"] == 1)
    #expect(effect.isValid)
  }

  @Test func `A value computed in an untracked read has its own dependencies`() {
    let double = Derived { a.now * 2 }
    let outer = Derived { untracked { double.value } }
    let effect = Effect { _ = outer.value }
    a.now = 1
    #expect(double.value == 2)
    #expect(outer.value == 0)
    #expect(effect.isValid)
  }

  @Test func `Relays can be set in an untracked block`() {
    let effect = Effect {
      _ = a.now
      untracked { b.now = a.now * 10 }
    }
    #expect(b.now == 0)
    a.now = 1
    #expect(b.now == 10)
    #expect(effect.isValid)
  }
}
