import ModularityTestSupport
import Pharos
import Testing

@Suite struct OperatorContractTests {
  private let model = Model()
  private let log = Log()

  /// Something that closures capture.
  private final class Captured {}

  @Test func `A filtered relay starts with the value of its source`() {
    model.number = 3
    #expect(model.$number.filter { $0 > 10 }.currentValue == 3)
    #expect(model.$number.scan(7) { $0 + $1 }.currentValue == 7)
    #expect(model.$number.skip(5).currentValue == 3)
  }

  @Test func `Operators take part in one change, also in a diamond`() {
    let even = model.$number.filter { $0.isMultiple(of: 2) }
    let sum = model.$number.scan(0) { $0 + $1 }
    mergeRelays(model.$number, even, sum).whenDidSet { log.note("merged", $0) }
    model.number = 1
    model.number = 2
    #expect(log.lines == ["merged (0, 0, 0)->(1, 0, 1)", "merged (1, 0, 1)->(2, 2, 3)"])
  }

  @Test func `A zip of relays that change together changes once`() {
    let zipped = zip(model.$number, model.$number.map { $0 * 10 })
    mergeRelays(zipped, model.$number).whenDidSet { log.note("merged", $0) }
    model.number = 1
    #expect(log.lines == ["merged ((0, 0), 0)->((1, 10), 1)"])
  }

  @Test func `A flattened relay and what it follows may change together`() {
    let product = mergeRelays(model.$number, model.$number.map { $0 * 10 }).map { $0.0 + $0.1 }
    let flattened = model.$number.flatMapLatest { $0.isMultiple(of: 2) ? product : product }
    mergeRelays(flattened, model.$number).whenDidSet { log.note("merged", $0) }
    model.number = 1
    model.number = 2
    #expect(log.lines == ["merged (0, 0)->(11, 1)", "merged (11, 1)->(22, 2)"])
  }

  @Test func `A flattened relay drops its previous source`() {
    let (first, second) = (Model(), Model())
    let flattened = model.$number.flatMapLatest { $0 == 0 ? first.$number : second.$number }
    flattened.whenDidSet { log.note("flat", $0) }
    first.number = 1
    model.number = 1
    first.number = 2
    second.number = 5
    #expect(log.lines == ["flat 0->1", "flat 1->0", "flat 0->5"])
    weak var gone: Captured?
    do {
      let captured = Captured()
      gone = captured
      let relay = model.$number.nextRelay()
      relay.flatMapLatest { [captured] _ in
        _ = captured
        return first.$number
      }
      .whenDidSet { log.note("other", $0) }
      relay.discard()
    }
    #expect(log.take().count == 3)
    first.number = 9
    #expect(log.lines == [])
    #expect(gone == nil)
  }

  @Test func `A relay that passes one value ends afterwards, with all relays after it`() {
    let first = model.$number.first()
    let mapped = first.map { $0 * 2 }
    first.whenDidSet { change in
      log.note("first", change)
      model.number += 1
    }
    mapped.whenDidSet { log.note("mapped", $0) }
    model.number = 1
    model.number = 5
    #expect(log.lines == ["first 0->1", "mapped 0->2"])
    #expect(first.currentValue == 1)
  }

  @Test func `An operator ends with its retainer and releases its closure`() {
    weak var gone: Captured?
    do {
      let captured = Captured()
      gone = captured
      let retainer = Retainer()
      model.$number.filter { [captured] _ in
        _ = captured
        return true
      }
      .whenDidSet { log.note("filter", $0) }
      .referenceManaged(by: retainer)
      model.number = 1
    }
    model.number = 2
    #expect(log.lines == ["filter 0->1"])
    #expect(gone == nil)
  }

  @Test func `An observer of a replaying relay receives the current value, alone`() {
    model.number = 4
    model.$number.addDidSet { log.note("other", $0) }
    let relay = model.$number.nextRelay().replayingCurrent()
    relay.whenDidSet { log.note("\($0.invokedManually) \(arrow($0))") }.ignore { $0.new == 9 }
    #expect(log.take() == ["true 4->4"])
    model.number = 5
    #expect(log.take() == ["other 4->5", "false 4->5"])
  }

  @Test func `A replaying relay delivers after the current change`() {
    model.$number.whenDidSet { change in
      guard change.new == 1 else { return }
      model.number = 2
      model.$number.nextRelay().replayingCurrent().whenDidSet { log.note("late", $0) }
      log.note("main", change)
    }
    model.number = 1
    #expect(log.lines == ["main 0->1", "late 2->2"])
  }

  @Test func `Many threads lose nothing in a scan`() async {
    let source = SharedRelay(0)
    let count = source.scan(0) { count, _ in count + 1 }
    let odd = source.filter { !$0.isMultiple(of: 2) }.scan(0) { count, _ in count + 1 }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask { for _ in 0..<500 { source.modify { $0 += 1 } } }
      }
    }
    // The last change was delivered before the task of its delivery ended.
    #expect(count.value == 2_000)
    #expect(odd.value == 1_000)
  }
}
