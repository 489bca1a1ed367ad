import ModularityTestSupport
import Pharos
import Testing

/// What the original does in these situations, where it is right, and what it
/// should have done, where it is not.
@Suite struct GoldenVectorTests {
  struct Vector: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let expected: [String]
    let run: @Sendable (Model, Log) -> Void

    init(_ name: String, _ expected: [String], _ run: @escaping @Sendable (Model, Log) -> Void) {
      testDescription = name
      self.expected = expected
      self.run = run
    }
  }

  private static let order: [Vector] = [
    Vector("main, child, grandchild", ["1", "2", "3"]) { model, log in
      model.$number.whenDidSet { log.note("1") }.addDidSet { log.note("2") }
        .addDidSet { log.note("3") }
      model.number = 1
    },
    Vector("the property in an observer", ["5"]) { model, log in
      model.$number.whenDidSet { log.note("\(model.number)") }
      model.number = 5
    },
    Vector(
      "the main observer sets 2 and 3",
      ["main 0->1", "child 0->1", "main 1->2", "child 1->2", "main 2->3", "child 2->3"]
    ) { model, log in
      model.$number.whenDidSet { change in
        log.note("main", change)
        if change.new < 3 { model.number = change.new + 1 }
      }.addDidSet { log.note("child", $0) }
      model.number = 1
    },
    Vector("a child sets 2", ["A 0->1", "B 0->1", "A 1->2", "B 1->2"]) { model, log in
      model.$number.addDidSet { change in
        log.note("A", change)
        if change.new == 1 { model.number = 2 }
      }
      model.$number.addDidSet { log.note("B", $0) }
      model.number = 1
    },
    Vector("mutual relaying of unique values", ["a 0->1", "b 0->1"]) { model, log in
      model.$number.whenDidSet { log.note("a", $0) }
      model.$other.whenDidSet { log.note("b", $0) }
      model.$number.relayUniqueValue(to: model.$other)
      model.$other.relayUniqueValue(to: model.$number)
      model.number = 1
    },
  ]

  private static let lifetime: [Vector] = [
    Vector("retained after the closure, then discarded", ["0->1"]) { model, log in
      let retainer = Retainer()
      model.$number.addDidSet { log.note(arrow($0)) }.referenceManaged(by: retainer)
      model.number = 1
      retainer.discardAll()
      model.number = 2
    },
    Vector("retained before the closure, then discarded", ["0->1"]) { model, log in
      let retainer = Retainer()
      model.$number.nextRelay().retained(by: retainer).whenDidSet { log.note(arrow($0)) }
      model.number = 1
      retainer.discardAll()
      model.number = 2
    },
    Vector("two retainers, discarded one after the other", ["0->1", "1->2"]) { model, log in
      let retainers = (Retainer(), Retainer())
      model.$number.addDidSet { log.note(arrow($0)) }
        .referenceManaged(by: retainers.0).referenceManaged(by: retainers.1)
        .referenceManaged(by: retainers.1)
      model.number = 1
      retainers.0.discardAll()
      model.number = 2
      retainers.1.discardAll()
      model.number = 3
    },
    Vector("the target of a method is gone", []) { model, log in
      weak var gone: Target?
      do {
        let target = Target(log: log)
        gone = target
        model.$number.whenDidSet(invoke: target, method: Target.didChange)
      }
      #expect(gone == nil)
      model.number = 1
    },
    Vector("no observer at first, one later", ["1->2"]) { model, log in
      let child = model.$number.nextRelay()
      model.number = 1
      child.whenDidSet { log.note(arrow($0)) }
      model.number = 2
    },
  ]

  private final class Target {
    let log: Log

    init(log: Log) { self.log = log }

    func didChange(_ changes: Changes<Int>) { log.note(arrow(changes)) }
  }

  private static let values: [Vector] = [
    Vector("unique, then ignored", ["0->1"]) { model, log in
      model.$number.whenDidUniqueSet { log.note(arrow($0)) }.ignore { $0.new < 0 }
      model.number = 1
      model.number = 1
      model.number = -5
    },
    Vector("an ignored value", ["-5 -5"]) { model, log in
      let relay = model.$number.whenDidSet { log.note("never") }.ignore { $0.new < 0 }
      model.number = -5
      log.note("\(model.number) \(relay.currentValue)")
    },
    Vector("ignoring is for the closure, and not for the next relays", ["child 0->-5"]) {
      model, log in
      model.$number.whenDidSet { log.note("never") }.ignore { $0.new < 0 }
        .addDidSet { log.note("child", $0) }
      model.number = -5
    },
    Vector("one set of a mapped relay", ["mapped", "mapped", "0->10"]) { model, log in
      model.$number.map {
        log.note("mapped")
        return $0 * 10
      }.whenDidSet { log.note(arrow($0)) }
      model.number = 1
    },
    Vector("compactMap of nil, 2, 3, from 1", ["1->2", "2->3"]) { _, log in
      let source = Observable<Int?>(wrappedValue: 1)
      source.projectedValue.compactMap { $0 }
        .whenDidSet { log.note("\($0.old ?? 0)->\($0.new ?? 0)") }
      for value in [nil, 2, 3] { source.wrappedValue = value }
    },
    Vector("merged with what is mapped", ["(0, 0)->(1, 10)"]) { model, log in
      mergeRelays(model.$number, model.$number.map { $0 * 10 })
        .whenDidSet { log.note(arrow($0)) }
      model.number = 1
    },
    Vector("relayed to a value of 50", ["50->2 true"]) { model, log in
      model.number = 1
      model.other = 50
      model.$number.relayValue(to: model.$other)
      model.$other.whenDidSet {
        log.note("\(arrow($0)) \($0.source === model.numberObservable)")
      }
      model.number = 2
    },
    Vector(
      "text, count, empty",
      ["count 0->3", "empty true->false", "count 3->4", "count 4->0", "empty false->true"]
    ) { model, log in
      let empty = Observable(wrappedValue: true)
      model.$number.whenDidSet { log.note("count", $0) }
      empty.projectedValue.whenDidSet { log.note("empty", $0) }
      model.$text.map { $0?.count ?? 0 }.relayValue(to: model.$number).map { $0 == 0 }
        .relayUniqueValue(to: empty.projectedValue)
      for text in ["abc", "abcd", ""] { model.text = text }
    },
    Vector("a getter of 42, invoked", ["42->42 true"]) { model, log in
      model.numberObservable.mutator(get: { 42 }, set: { _ in })
      model.$number.whenDidSet { log.note("\(arrow($0)) \($0.invokedManually)") }
        .invokeRelayWithCurrentValue()
    },
  ]

  private static let bonds: [Vector] = [
    Vector("bonded and applied", ["7->1"]) { model, log in
      model.number = 1
      model.other = 7
      model.$number.whenDidSet { log.note("never") }
      model.$other.whenDidSet { log.note(arrow($0)) }
      model.$number.bondAndApply(to: model.$other)
    },
    Vector("bonded and mapped", ["1->99"]) { model, log in
      model.number = 1
      model.other = 99
      model.$number.whenDidSet { log.note(arrow($0)) }
      model.$other.whenDidSet { log.note("never") }
      model.$number.bondAndMap(from: model.$other)
    },
    Vector("two bonds, and a change of the second", ["t2 0->4", "a 0->4", "t 0->4"]) {
      model, log in
      let second = Observable(wrappedValue: 0)
      model.$number.whenDidSet { log.note("a", $0) }
      model.$other.whenDidSet { log.note("t", $0) }
      second.projectedValue.whenDidSet { log.note("t2", $0) }
      model.$number.bonding(with: model.$other).bonding(with: second.projectedValue)
      second.wrappedValue = 4
    },
    Vector("two observables, set in turns", ["b 0->5", "a 5->9", "5 5", "9 9"]) { model, log in
      var lines: [String] = []
      model.$number.bonding(with: model.$other)
      model.$number.whenDidSet { if $0.new == 9 { log.note("a", $0) } }
      model.$other.whenDidSet { if $0.new == 5 { log.note("b", $0) } }
      model.number = 5
      lines.append("\(model.number) \(model.other)")
      model.other = 9
      lines.append("\(model.number) \(model.other)")
      for line in lines { log.note(line) }
    },
  ]

  private static let vectors = order + lifetime + values + bonds

  @Test(arguments: vectors.indices)
  func `Every vector has its expected result`(index: Int) {
    let vector = Self.vectors[index]
    let log = Log()
    vector.run(Model(), log)
    #expect(log.lines == vector.expected, "\(vector.testDescription)")
  }
}
