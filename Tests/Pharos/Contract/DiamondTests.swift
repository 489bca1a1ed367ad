import Pharos
import Testing

@Suite struct DiamondTests {
  let model = Model()
  let log = Log()

  @Test func `A diamond changes once for each set, consistently`() {
    mergeRelays(model.$number, model.$number.map { $0 * 10 }).whenDidSet { log.note("merged", $0) }
    model.number = 1
    model.number = 2
    #expect(log.lines == ["merged (0, 0)->(1, 10)", "merged (1, 10)->(2, 20)"])
  }

  @Test func `A jagged diamond, one of whose ways is longer, changes once`() {
    let long = model.$number.map { $0 + 1 }.map { $0 + 1 }.map { $0 + 1 }
    let short = model.$number.map { -$0 }
    let inner = mergeRelays(long, short).map { $0.0 + $0.1 }
    mergeRelays(inner, model.$number, long).whenDidSet { log.note("merged", $0) }
    model.number = 1
    #expect(log.lines == ["merged (3, 0, 3)->(3, 1, 4)"])
  }

  @Test func `Relays that are merged later are consistent from then on`() {
    let first = mergeRelays(model.$number, model.$text)
    let second = mergeRelays(model.$other, first.map { $0.0 })
    mergeRelays(second, model.$number.map { $0 * 2 }, model.$other).whenDidSet {
      log.note("merged", $0)
    }
    model.other = 1
    model.number = 3
    #expect(
      log.lines == [
        "merged ((0, 0), 0, 0)->((1, 0), 0, 1)", "merged ((1, 0), 0, 1)->((1, 3), 6, 1)",
      ])
  }

  @Test func `All values that an observer reads are up to date`() {
    let double = model.$number.map { $0 * 2 }
    let sum = mergeRelays(double, model.$number).map { $0.0 + $0.1 }
    model.$number.whenDidSet { log.note("\($0.new) \(double.currentValue) \(sum.currentValue)") }
    model.number = 1
    model.number = 2
    #expect(log.lines == ["1 2 3", "2 4 6"])
  }

  @Test func `A mapper runs once for each change, however many observers its result has`() {
    var count = 0
    let mapped = model.$number.map { number in
      count += 1
      return number * 2
    }
    for _ in 0..<3 { mapped.addDidSet { log.note("mapped", $0) } }
    #expect(count == 1)
    model.number = 1
    #expect(count == 2)
    #expect(log.lines == Array(repeating: "mapped 0->2", count: 3))
  }

  @Test func `Merging during delivery starts with the next change`() {
    var merged: ValueRelay<(Int, Int)>?
    model.$number.whenDidSet { change in
      guard merged == nil else { return }
      model.other = 5
      merged = mergeRelays(model.$number, model.$other)
      merged?.whenDidSet { log.note("merged", $0) }
    }
    model.number = 1
    #expect(log.take() == [])
    model.other = 6
    model.number = 2
    #expect(log.lines == ["merged (1, 5)->(1, 6)", "merged (1, 6)->(2, 6)"])
  }

  @Test func `A merge has the source of the change, and whether it was invoked by hand`() {
    let merged = mergeRelays(model.$number, model.$other)
    merged.whenDidSet { log.note("\($0.invokedManually) \($0.source === model.$number)") }
    model.number = 1
    model.$number.invokeRelayWithCurrentValue()
    #expect(log.lines == ["false false", "true true"])
  }

  @Test func `A merge lives as long as one of its sources`() {
    var first: Model? = model
    let other = Observable(wrappedValue: 0)
    weak var gone: Model?
    do {
      let passing = Model()
      gone = passing
      mergeRelays(passing.$number, other.projectedValue).whenDidSet { log.note("merged", $0) }
    }
    first = nil
    #expect(first == nil)
    #expect(gone == nil)
    other.wrappedValue = 1
    #expect(log.lines == ["merged (0, 0)->(0, 1)"])
  }
}
