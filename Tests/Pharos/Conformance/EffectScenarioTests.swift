import ModularityTestSupport
import Pharos
import Testing

/// When effects run, what they leave behind, and what they set.
@Suite struct EffectScenarioTests {
  private let runs = Runs()
  private let log = Log()
  private let a = source(0)
  private let b = source(0)

  // MARK: Lifecycle

  @Test func `An effect runs at once, for each change, and not when it is discarded`() {
    let effect = Effect { log.note("\(a.now) \(a.now)") }
    for number in 1...2 { a.now = number }
    effect.discard()
    effect.discard()
    a.now = 3
    #expect(log.lines == ["0 0", "1 1", "2 2"])
    #expect(!effect.isValid)
  }

  @Test func `An effect's clean-up runs once, before the next run and at the end`() {
    let effect = Effect { scope in
      let value = a.now
      log.note("run \(value)")
      scope.onDiscard { log.note("clean \(value), \(b.now)") }
    }
    a.now = 1
    // What is read in the clean-up is no dependency.
    b.now = 1
    a.now = 2
    effect.discard()
    effect.discard()
    #expect(
      log.lines == ["run 0", "clean 0, 0", "run 1", "clean 1, 1", "run 2", "clean 2, 1"])
  }

  @Test func `An effect ends with its owner or its retainer`() {
    let bag = Retainer()
    do {
      let effect = Effect { scope in
        _ = a.now
        scope.onDiscard { log.note("released") }
      }
      Effect { log.note("kept \(a.now)") }.referenceManaged(by: bag)
      #expect(effect.isValid)
    }
    a.now = 1
    bag.discardAll()
    a.now = 2
    #expect(log.lines == ["kept 0", "released", "kept 1"])
  }

  @Test func `An effect that discards itself finishes its run, cleans up and ends`() {
    final class Box { var effect: Effect? }
    let box = Box()
    box.effect = Effect { [unowned box] scope in
      scope.onDiscard { log.note("clean") }
      let value = a.now
      if value >= 2 { box.effect?.discard() }
      log.note("run \(value), \(b.now)")
    }
    for number in 1...3 { a.now = number }
    b.now = 1
    #expect(log.lines == ["run 0, 0", "clean", "run 1, 0", "clean", "run 2, 0", "clean"])
  }

  @Test func `A clean-up that discards its effect keeps it from running again`() {
    final class Box { var effect: Effect? }
    let box = Box()
    box.effect = Effect { [unowned box] scope in
      log.note("run \(a.now)")
      scope.onDiscard { [unowned box] in box.effect?.discard() }
    }
    for number in 1...2 { a.now = number }
    #expect(log.lines == ["run 0"])
  }

  @Test func `An effect that is discarded in a transaction does not run at its end`() {
    let effect = runs.effect("effect") { _ = a.now }
    transaction {
      a.now = 1
      effect.discard()
      a.now = 2
    }
    #expect(runs["effect"] == 1)
  }

  @Test func `Discarding one inside another does not make the other depend on its clean-up`() {
    let inner = Effect { scope in
      _ = a.now
      scope.onDiscard { _ = b.now }
    }
    let outer = runs.effect("outer") { if a.now == 1 { inner.discard() } }
    a.now = 1
    b.now = 1
    #expect(runs["outer"] == 2)
    #expect(outer.isValid)
  }

  @Test func `Effects that a derived value discards while computing do not run, others do`() {
    final class Box { var effect: Effect? }
    let box = Box()
    let value = Derived<Int> { [unowned box] in
      if a.now == 1 { box.effect?.discard() }
      return a.now
    }
    let constant = Derived {
      _ = value.value
      return 0
    }
    box.effect = runs.effect("gone") { _ = value.value + constant.value }
    let other = runs.effect("other") { _ = value.value }
    for number in 1...3 { a.now = number }
    #expect((runs["gone"], runs["other"]) == (1, 4))
    #expect(other.isValid)
  }

  @Test func `A derived value that is made in each run is up to date`() {
    var latest: Derived<Int>?
    let effect = Effect {
      latest = Derived { a.now }
      _ = a.now
    }
    for number in 1...3 {
      a.now = number
      #expect(latest?.value == number)
    }
    #expect(effect.isValid)
  }

  @Test func `An ended effect leaves nothing behind`() {
    let survivors = LeakCheck.survivors { check in
      let double = check.track(Derived { a.now * 2 })
      let next = check.track(Derived { double.value + 1 })
      for index in 0..<2 {
        let effect = check.track(Effect { _ = next.value + double.value })
        a.now += 1
        if index == 0 { effect.discard() }
      }
      #expect(next.value == 5)
    }
    #expect(survivors.isEmpty)
  }

  // MARK: Effects in effects

  @Test func `Nested effects end with the run that made them, at any depth`() {
    let outer = Effect { scope in
      log.note("outer \(a.now)")
      for name in ["one", "other"] {
        Effect { scope in
          log.note("\(name) \(b.now)")
          Effect { log.note("inner of \(name) \(b.now)") }.referenceManaged(by: scope)
        }
        .referenceManaged(by: scope)
      }
    }
    _ = log.take()
    a.now = 1
    #expect(
      log.take().sorted() == ["inner of one 0", "inner of other 0", "one 0", "other 0", "outer 1"])
    b.now = 1
    #expect(log.take().filter { !$0.hasPrefix("inner") }.sorted() == ["one 1", "other 1"])
    outer.discard()
    a.now = 2
    b.now = 2
    #expect(log.lines == [])
  }

  @Test func `A nested effect has its own dependencies`() {
    let parity = Derived { a.now % 2 }
    let outer = Effect { scope in
      runs.note("outer")
      let own = source(0)
      self.runs.effect("inner") { _ = b.now + own.now + parity.value }.referenceManaged(by: scope)
      own.now = 1
    }
    runs.reset()
    b.now = 1
    a.now = 2
    #expect(runs.order == ["inner"])
    #expect(outer.isValid)
  }

  @Test func `With a shared source, an inner effect runs once more before the outer ends it`() {
    let outer = Effect { scope in
      let value = a.now
      log.note("outer \(value)")
      Effect { log.note("inner \(value) \(a.now)") }.referenceManaged(by: scope)
    }
    a.now = 1
    #expect(log.lines == ["outer 0", "inner 0 0", "inner 0 1", "outer 1", "inner 1 1"])
    #expect(outer.isValid)
  }

  @Test func `A nested effect created untracked has its own dependencies`() {
    let outer = Effect { scope in
      runs.note("outer")
      untracked {
        _ = self.runs.effect("inner") { _ = a.now }.referenceManaged(by: scope)
      }
    }
    a.now = 1
    #expect(runs.order == ["outer", "inner", "inner"])
    #expect(outer.isValid)
  }

  // MARK: Setting

  @Test func `An effect that sets a source before it first reads it runs once`() {
    let effect = runs.effect("effect") {
      if runs["effect"] == 1 { a.now = 1 }
      _ = a.now
    }
    #expect(a.now == 1)
    #expect(runs["effect"] == 1)
    #expect(effect.isValid)
  }

  @Test func `An effect that resets its source in its first run resets it later, too`() {
    a.now = 1
    let isPositive = Derived { a.now > 0 }
    let effect = Effect { if isPositive.value { a.now = 0 } }
    #expect(a.now == 0)
    for number in 2...3 {
      a.now = number
      #expect(a.now == 0)
    }
    #expect(effect.isValid)
  }

  @Test func `All sets of an effect are one change, complete when it has run`() {
    let (c, pair) = (source(0), source([0]))
    let writer = Effect {
      b.now = a.now + 1
      c.now = a.now + 2
      pair.now = [b.now, c.now]
    }
    let sum = Derived { b.now + c.now }
    let reader = runs.effect("reader") { log.note("\(b.now) \(c.now) \(sum.value)") }
    _ = log.take()
    a.now = 10
    #expect(log.lines == ["11 12 23"])
    #expect(pair.now == [11, 12])
    #expect(writer.isValid && reader.isValid)
  }

  @Test func `An effect that sets its own source runs until the value is stable`() {
    let effect = runs.effect("effect") { if a.now < 5 { a.now += 1 } }
    #expect(a.now == 5)
    #expect(runs["effect"] == 6)
    a.now = 3
    #expect(a.now == 5)
    #expect(runs["effect"] == 9)
    #expect(effect.isValid)
  }

  @Test func `An effect that resets its source runs for each change`() {
    let isPositive = Derived { a.now > 0 }
    let effect = runs.effect("effect") { if isPositive.value { a.now = 0 } }
    for number in 1...3 {
      runs.reset()
      a.now = number
      #expect(a.now == 0)
      #expect(runs["effect"] == 2)
    }
    #expect(effect.isValid)
  }

  @Test func `Other effects see the last value that an effect has set`() {
    let first = Effect { if a.now == 1 { a.now = 10 } }
    var seen: [Int] = []
    let second = Effect { seen.append(a.now) }
    a.now = 1
    #expect(a.now == 10)
    #expect(seen == [0, 10])
    #expect(first.isValid && second.isValid)
  }

  @Test func `A clean-up may set a source of its effect`() {
    let effect = Effect { scope in
      runs.note("effect")
      _ = a.now
      scope.onDiscard { a.now = 999 }
    }
    a.now = 1
    #expect(a.now == 999)
    #expect(runs["effect"] == 2)
    effect.discard()
    #expect(runs["effect"] == 2)
  }

  @Test func `Values set by a clean-up reach other effects`() {
    let writer = Effect { scope in
      _ = a.now
      scope.onDiscard { b.now = a.now }
    }
    let reader = Effect { log.note("\(b.now)") }
    a.now = 1
    #expect(log.lines == ["0", "1"])
    #expect(writer.isValid && reader.isValid)
  }

  @Test func `All sets of a clean-up are one change`() {
    let c = source(0)
    let writer = Effect { scope in
      _ = a.now
      scope.onDiscard {
        b.now += 1
        c.now += 1
      }
    }
    let reader = Effect { log.note("\(b.now) \(c.now)") }
    a.now = 1
    #expect(log.lines == ["0 0", "1 1"])
    #expect(writer.isValid && reader.isValid)
  }

  @Test func `A set value is read at once, by the effect and by later effects`() {
    var seen: [Int] = []
    let writer = Effect {
      guard a.now == 1 else { return }
      b.now = 1
      seen.append(b.now)
    }
    let reader = Effect { if a.now == 1 { seen.append(b.now) } }
    a.now = 1
    #expect(seen == [1, 1])
    #expect(writer.isValid && reader.isValid)
  }

  @Test func `An effect that never stabilizes is stopped and reported`() async {
    await #expect(processExitsWith: .success) {
      RelaySettings.feedbackLimit = 100
      let errors = EventRecorder<PharosError>()
      RelaySettings.errorHandler = { errors.record($0) }
      let a = Observable(wrappedValue: 0)
      let effect = Effect { a.wrappedValue += 1 }
      #expect(a.wrappedValue == 100)
      #expect(errors.events.map(\.code) == [.feedback])
      #expect(errors.events[0].fileID == #fileID)
      #expect(effect.isValid)
      // Two that set each other's.
      let (one, other) = (Observable(wrappedValue: 0), Observable(wrappedValue: 0))
      errors.reset()
      let first = Effect { other.wrappedValue = one.wrappedValue }
      let second = Effect { one.wrappedValue = other.wrappedValue + 1 }
      #expect(errors.events.allSatisfy { $0.code == .feedback })
      #expect(!errors.events.isEmpty)
      #expect(one.wrappedValue < 1_000)
      withExtendedLifetime((effect, first, second)) {}
    }
  }

  // MARK: Derived values that set

  @Test func `Values set while computing a derived value are kept`() {
    let (c, out) = (source(0), source(0))
    let inner = Derived {
      b.now = a.now * 10
      c.now = a.now + 2
      return a.now + 1
    }
    let outer = Derived {
      out.now = inner.value * 100
      return inner.value
    }
    let pair = Derived { "\(b.now) \(c.now) \(out.now)" }
    #expect(outer.value == 1)
    #expect(pair.value == "0 2 100")
    a.now = 2
    #expect(outer.value == 3)
    #expect(pair.value == "20 4 300")
    var seen: [Int] = []
    let effect = Effect { seen.append(outer.value + b.now) }
    a.now = 5
    #expect(seen.last == 56)
    transaction { a.now = 6 }
    #expect(seen.last == 67)
    #expect(effect.isValid)
  }

  @Test func `A derived value that sets a source to an equal value runs no effect`() {
    let value = Derived {
      b.now = 0
      return a.now
    }
    let effect = runs.effect("effect") { _ = b.now }
    a.now = 1
    #expect(value.value == 1)
    #expect(runs["effect"] == 1)
    #expect(effect.isValid)
  }

  @Test func `A derived value's sets in a transaction run effects at its end`() {
    let value = Derived {
      b.now = a.now * 10
      return a.now
    }
    let effect = Effect { log.note("\(b.now)") }
    #expect(value.value == 0)
    transaction {
      a.now = 5
      #expect(value.value == 5)
      #expect(b.now == 50)
      #expect(log.lines == ["0"])
    }
    #expect(log.lines == ["0", "50"])
    #expect(effect.isValid)
  }

  @Test func `Values set by a derived value before it throws are kept`() throws {
    struct Positive: Error {}
    let value = Derived(catching: { () throws -> Int in
      b.now = a.now * 10
      if a.now > 0 { throw Positive() }
      return a.now
    })
    #expect(try value.value.get() == 0)
    a.now = 1
    #expect(throws: Positive.self) { try value.value.get() }
    #expect(b.now == 10)
  }

  @Test func `A derived value that sets its own source is computed at each read`() {
    let counter = Derived {
      a.now += 1
      return a.now
    }
    let first = counter.value
    #expect([counter.value, counter.value] == [first + 1, first + 2])
    #expect(a.now == first + 2)
  }

  @Test func `A branch that is no longer taken sets no values`() {
    let isOn = source(true)
    let writer = Derived {
      b.now = a.now
      return a.now
    }
    let chosen = Derived { isOn.now ? writer.value : -1 }
    #expect(chosen.value == 0)
    a.now = 1
    #expect(chosen.value == 1)
    isOn.now = false
    #expect(chosen.value == -1)
    a.now = 2
    #expect(chosen.value == -1)
    #expect(b.now == 1)
  }
}
