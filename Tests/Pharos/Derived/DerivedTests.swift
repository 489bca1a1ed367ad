import ModularityTestSupport
import Pharos
import Testing

@Suite struct DerivedTests {
  let model = Model()
  let log = Log()

  @Test func `A derived value is not computed until it is read, nor again until it may differ`() {
    var count = 0
    let sum = Derived {
      count += 1
      return model.number + model.other
    }
    model.number = 1
    #expect(count == 0)
    #expect(sum.value == 1)
    #expect(sum.value == 1)
    #expect(count == 1)
    model.other = 2
    model.other = 3
    #expect(count == 1)
    #expect(sum.value == 4)
    #expect(count == 2)
  }

  @Test func `A derived value without observers costs its sources nothing`() {
    var count = 0
    let double = Derived {
      count += 1
      return model.number * 2
    }
    let relay = double.whenDidSet { log.note("double", $0) }
    model.number = 1
    relay.discard()
    #expect(count == 2)
    model.number = 2
    #expect(count == 2)
    #expect(double.value == 4)
    #expect(count == 3)
    double.whenDidSet { log.note("again", $0) }
    model.number = 3
    #expect(log.lines == ["double 0->2", "again 4->6"])
  }

  @Test func `A diamond is computed once for each change, and never with partial changes`() {
    var count = 0
    let (one, other) = (Derived { model.number + 1 }, Derived { model.number * 2 })
    let sum = Derived {
      count += 1
      return [one.value, other.value]
    }
    let relay = sum.whenDidSet { log.note("sum", $0) }
    model.number = 1
    model.number = 2
    #expect(log.lines == ["sum [1, 0]->[2, 2]", "sum [2, 2]->[3, 4]"])
    #expect(count == 3)
    #expect(relay.currentValue == [3, 4])
  }

  @Test func `A jagged diamond, one of whose ways is longer, is computed once`() {
    var count = 0
    let first = Derived { model.number + 1 }
    let second = Derived { first.value + 1 }
    let third = Derived { second.value + 1 }
    let sum = Derived {
      count += 1
      return [model.number, third.value, first.value]
    }
    let relay = sum.whenDidSet { log.note("sum", $0) }
    model.number = 1
    #expect(log.lines == ["sum [0, 3, 1]->[1, 4, 2]"])
    #expect(count == 2)
    relay.discard()
  }

  @Test func `Derived values, maps and merges change in one wave`() {
    let mapped = model.$number.map { $0 * 10 }
    let derived = Derived { mapped.currentValue + model.number }
    let merged = mergeRelays(derived.relay, mapped.map { -$0 }, model.$number)
    merged.whenDidSet { log.note("merged", $0) }
    let last = Derived { "\(merged.currentValue)" }
    let relay = last.whenDidSet { log.note("last", $0) }
    model.number = 1
    #expect(
      log.lines == [
        "merged (0, 0, 0)->(11, -10, 1)", "last (0, 0, 0)->(11, -10, 1)",
      ])
    #expect(relay.currentValue == "(11, -10, 1)")
  }

  @Test func `Sources that the taken branch does not read cause no computation`() {
    var count = 0
    let choice = Derived {
      count += 1
      return model.text == nil ? model.number : model.other
    }
    let relay = choice.whenDidSet { log.note("choice", $0) }
    model.other = 7
    #expect(count == 1)
    model.text = "other"
    #expect(count == 2)
    model.number = 5
    #expect(count == 2)
    model.other = 8
    #expect(count == 3)
    #expect(log.lines == ["choice 0->7", "choice 7->8"])
    relay.discard()
  }

  @Test func `A branch that is entered during a change sees all of it`() {
    var count = 0
    var chain = Derived { model.number }
    for _ in 0..<5 { chain = Derived { [chain] in chain.value + 1 } }
    let long = chain
    let kept = long.whenDidSet { log.note("long", $0) }
    let choice = Derived {
      count += 1
      return model.number == 0 ? [0] : [model.number, long.value]
    }
    let relay = choice.whenDidSet { log.note("choice", $0) }
    model.number = 1
    #expect(count == 2)
    model.number = 2
    #expect(count == 3)
    #expect(
      log.lines.filter { $0.hasPrefix("choice") } == [
        "choice [0]->[1, 6]", "choice [1, 6]->[2, 7]",
      ])
    #expect(log.lines.filter { $0.hasPrefix("long") } == ["long 5->6", "long 6->7"])
    relay.discard()
    kept.discard()
  }

  @Test func `A merge of a derived value changes after the sources that it starts to read`() {
    let long = model.$number.map { $0 + 1 }
    let merge = mergeRelays(mergeRelays(long, model.$number).map { $0.0 + $0.1 }, model.$number)
    let choice = Derived { model.text == nil ? 0 : merge.currentValue.0 }
    let outer = mergeRelays(choice.relay.map { $0 * 1 }, model.$number)
    outer.whenDidSet { log.note("outer", $0) }
    model.text = ""
    model.number = 1
    model.number = 2
    #expect(log.lines == ["outer (0, 0)->(1, 0)", "outer (1, 0)->(3, 1)", "outer (3, 1)->(5, 2)"])
    #expect(choice.value == 5)
  }

  @Test func `Equal values are no change and cause no computation`() {
    var count = 0
    let isEven = Derived { model.number.isMultiple(of: 2) }
    let word = Derived {
      count += 1
      return isEven.value ? "even" : "odd"
    }
    let relay = word.whenDidSet { log.note("word", $0) }
    model.number = 2
    model.number = 4
    #expect(count == 1)
    model.number = 5
    #expect(count == 2)
    relay.discard()
    model.number = 7
    #expect(word.value == "odd")
    #expect(count == 2)
    #expect(log.lines == ["word even->odd"])
  }

  @Test func `A transaction changes a derived value once`() {
    let sum = Derived { model.number + model.other }
    let relay = sum.whenDidSet { log.note("sum", $0) }
    transaction {
      model.number = 1
      model.other = 2
      #expect(sum.value == 0)
    }
    #expect(sum.value == 3)
    #expect(log.lines == ["sum 0->3"])
    relay.discard()
  }

  @Test func `Without observers, a derived value is up to date in a transaction`() {
    let sum = Derived { model.number + model.other }
    model.$number.whenDidSet { log.note("number", $0) }
    transaction {
      model.number = 1
      #expect(sum.value == 1)
      model.number = 2
      #expect(sum.value == 2)
    }
    #expect(sum.value == 2)
  }

  @Test func `Sets by an observer are delivered after the change, one by one`() {
    let pair = Derived { [model.number, model.other] }
    let mapped = model.$number.map { $0 * 10 }
    let mixed = Derived { [model.number, mapped.currentValue] }
    let relays = [
      pair.addDidSet { change in
        log.note("pair", change)
        guard change.new == [1, 0] else { return }
        model.other = 1
        model.number = 2
        model.number = 3
      },
      mixed.addDidSet { log.note("mixed", $0) },
    ]
    model.number = 1
    #expect(
      log.lines == [
        "mixed [0, 0]->[1, 10]", "pair [0, 0]->[1, 0]", "pair [1, 0]->[1, 1]",
        "mixed [1, 10]->[2, 20]", "pair [1, 1]->[2, 1]", "mixed [2, 20]->[3, 30]",
        "pair [2, 1]->[3, 1]",
      ])
    #expect(relays.allSatisfy { $0.currentValue.count == 2 })
  }

  @Test func `Observers of a derived value are notified in the order of adding`() {
    let double = Derived { model.number * 2 }
    let relays = (0..<3).map { name in double.addDidSet { log.note("\(name)", $0) } }
    model.number = 1
    #expect(log.lines == ["0 0->2", "1 0->2", "2 0->2"])
    #expect(relays.count == 3)
  }

  @Test func `Observing during a delivery starts with the next change`() {
    let double = Derived { model.number * 2 }
    var relay: ValueRelay<Int>?
    model.$number.whenDidSet { _ in
      if relay == nil { relay = double.whenDidSet { log.note("double", $0) } }
    }
    model.number = 1
    #expect(log.take() == [])
    model.number = 2
    #expect(log.lines == ["double 2->4"])
    #expect(relay?.currentValue == 4)
  }

  @Test func `An error is kept like a value, and cleared when the function succeeds`() throws {
    struct Negative: Error, Equatable {}
    let root = Derived(catching: { () throws(Negative) -> Int in
      if model.number < 0 { throw Negative() }
      return model.number
    })
    let next = Derived(catching: { () throws(Negative) -> Int in try root.value.get() + 1 })
    let relay = next.whenDidSet { log.note("\($0.new)") }
    model.number = -1
    model.number = -2
    #expect(throws: Negative.self) { try next.value.get() }
    model.number = 1
    #expect(try next.value.get() == 2)
    #expect(log.lines.count == 2)
    relay.discard()
  }

  @Test func `A function of properties can be derived`() {
    @Observable var number = 1
    @Derived var double = number * 2
    #expect(double == 2)
    number = 2
    #expect(double == 4)
    let relay = $double.whenDidSet { log.note("double", $0) }
    number = 3
    #expect(log.lines == ["double 4->6"])
    relay.discard()
  }

  @Test func `A derived change has the source of the change`() {
    let double = Derived { model.number * 2 }
    let relay = double.whenDidSet { log.note("\($0.source === model.numberObservable)") }
    model.number = 1
    #expect(log.lines == ["true"])
    relay.discard()
  }

  @Test func `A value that depends on itself stops the process, with its source location`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      nonisolated(unsafe) var loop: Derived<Int>?
      let other = Derived { unsafe loop?.value ?? 0 }
      unsafe loop = Derived { other.value + 1 }
      _ = unsafe loop?.value
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("PharosTests/DerivedTests.swift"))
    #expect(message.contains("this derived value depends on itself"))
  }

  @Test func `A value that would wait for itself is an error that can be caught`() {
    final class Loop { var derived: Derived<Int>? }
    let loop = Loop()
    let other = Derived<Int> { [unowned loop] in
      do throws(PharosError) {
        return try loop.derived?.get() ?? 0
      } catch {
        log.note("\(error.code)")
        return -1
      }
    }
    loop.derived = Derived { other.value + model.number }
    #expect(loop.derived?.value == -1)
    #expect(log.take() == ["cycle"])
    model.number = 5
    #expect(loop.derived?.value == 4)
  }

  @Test func `A derived result that depends on itself is a failure`() throws {
    final class Loop { var derived: Derived<Result<Int, any Error>>? }
    let loop = Loop()
    let derived = Derived(catching: { [unowned loop] () throws -> Int in
      model.number > 0 ? model.number : try loop.derived?.value.get() ?? 0
    })
    loop.derived = derived
    #expect(throws: PharosError.self) { try derived.value.get() }
    model.number = 3
    #expect(try derived.value.get() == 3)
  }

  @Test func `A cycle that closes during a change is reported, and the previous value is kept`()
    async
  {
    await #expect(processExitsWith: .success) {
      let errors = EventRecorder<PharosError>()
      RelaySettings.errorHandler = { errors.record($0) }
      let model = Model()
      nonisolated(unsafe) var loop: Derived<Int>?
      let other = Derived { model.number == 0 ? 0 : model.number * 10 + (unsafe loop?.value ?? 0) }
      unsafe loop = Derived { other.value + 1 }
      let relay = unsafe loop?.whenDidSet { _ in }
      model.number = 1
      #expect(relay?.currentValue == 12)
      #expect(errors.events.contains { $0.code == .cycle })
      #expect(errors.events.allSatisfy { $0.fileID == #fileID })
      model.number = 0
      #expect(relay?.currentValue == 1)
      let last = unsafe loop
      unsafe loop = nil
      model.number = 2
      #expect(relay?.currentValue == 21)
      withExtendedLifetime(last) {}
    }
  }

  @Test func `A cycle through a map is reported, and the previous value is kept`() async {
    await #expect(processExitsWith: .success) {
      let errors = EventRecorder<PharosError>()
      RelaySettings.errorHandler = { errors.record($0) }
      let model = Model()
      nonisolated(unsafe) var mapped: ValueRelay<Int>?
      let loop = Derived { unsafe model.number + (mapped?.currentValue ?? 0) }
      unsafe mapped = loop.map { $0 + 1 }
      model.number = 1
      #expect(errors.events.map(\.code) == [.cycle])
      #expect(errors.events.allSatisfy { $0.fileID == #fileID })
      #expect(loop.value == 2)
      #expect(unsafe mapped?.currentValue == 3)
      model.number = 2
      #expect(loop.value == 5)
    }
  }

  @Test func `A custom equality decides what a change is`() {
    let digit = Derived(comparing: { $0 % 10 == $1 % 10 }) { model.number }
    let relay = digit.whenDidSet { log.note("digit", $0) }
    for number in [10, 11, 21, 32] { model.number = number }
    #expect(log.take() == ["digit 0->11", "digit 11->32"])
    relay.discard()
    let all = Derived(comparing: { _, _ in false }) { model.number / 100 }
    let kept = all.whenDidSet { log.note("all", $0) }
    model.number = 33
    #expect(log.lines == ["all 0->0"])
    kept.discard()
  }
}
