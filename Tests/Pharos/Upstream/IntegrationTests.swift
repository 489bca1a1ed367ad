import ModularityTestSupport
import Pharos
import Testing

/// What the original's own tests ask of it, version 1.2.4, as far as it needs no
/// UIKit.
@Suite struct IntegrationTests {
  /// An object with a text, as a label has one.
  private final class Label: RelayBearing {
    @Relayed var text: String?
    var plain: String?

    init(_ text: String?) { self.text = text }
  }

  private let model: Label = Label("first")
  private let log = Log()

  @Test func `Every next relay is notified once, with the old and the new value`() {
    model.$text.whenDidSet { log.note("main", $0) }
      .addDidSet { log.note("child", $0) }
      .addDidSet { log.note("grandchild", $0) }
    model.text = "second"
    let arrow = #"Optional("first")->Optional("second")"#
    #expect(log.lines == ["main \(arrow)", "child \(arrow)", "grandchild \(arrow)"])
  }

  @Test func `A getter and a setter replace the storage`() {
    let storage = Label(nil)
    let observable = Observable<String?>(wrappedValue: "first")
    observable.projectedValue.whenDidSet { log.note("\($0.new ?? "nil")") }
    observable.mutator(get: { storage.plain }, set: { storage.plain = $0 })
    #expect(observable.wrappedValue == nil)
    #expect(log.lines == [])
    observable.wrappedValue = "second"
    #expect(observable.wrappedValue == "second")
    #expect(storage.plain == "second")
    #expect(observable.relay.currentValue == "second")
    #expect(log.lines == ["second"])
  }

  // There the relays after one that ignores a change do not get it either; here
  // they do, so that the change that is ignored is told twice more.
  @Test(arguments: [
    ("ignored", ["main", "grandchild"]), ("other", ["main", "child", "grandchild"]),
  ])
  func `A relay ignores values by its condition`(value: String, expected: [String]) {
    model.$text.whenDidSet { log.note("main") }
      .addDidSet { log.note("child") }.ignore { $0.new == "ignored" }
      .addDidSet { log.note("grandchild") }
    model.text = value
    #expect(log.lines == expected)
  }

  @Test func `A relay that ignores everything is not notified`() {
    model.$text.whenDidSet { log.note("never") }.ignore { _ in true }
    model.text = "second"
    #expect(log.lines == [])
  }

  @Test(.timeLimit(.minutes(10)))
  func `Of two changes within the interval, the second is delayed, with the first as old`()
    async throws
  {
    let clock = ManualClock()
    let shared = SharedRelay("first")
    let told = EventRecorder<String>()
    shared.whenDidSet { told.record(arrow($0)) }.multipleSetDelayed(by: 0.5, clock: clock)
    shared.set("second")
    shared.set("third")
    #expect(told.events == ["first->second"])
    try await clock.sleepers(atLeast: 1)
    clock.advance(by: .milliseconds(500))
    #expect(
      try await told.waitForEvents(count: 2) == ["first->second", "second->third"])
  }

  @Test func `A mapped relay and the one after it receive mapped values`() {
    model.$text.map { $0?.count ?? 0 }.whenDidSet { log.note("main", $0) }
      .addDidSet { log.note("child", $0) }
    model.text = "eighteen letters.."
    #expect(log.lines == ["main 5->18", "child 5->18"])
  }

  @Test func `Two relays are merged`() {
    let other = Observable(wrappedValue: 0)
    mergeRelays(model.$text.map { $0 ?? "" }, other.projectedValue)
      .whenDidSet { log.note(arrow($0)) }
    model.text = "second"
    other.wrappedValue = 1
    #expect(
      log.lines == [#"("first", 0)->("second", 0)"#, #"("second", 0)->("second", 1)"#])
  }

  @Test func `Four relays are merged`() {
    let sources = (0..<4).map { Observable(wrappedValue: $0) }
    mergeRelays(
      sources[0].projectedValue, sources[1].projectedValue, sources[2].projectedValue,
      sources[3].projectedValue
    ).whenDidSet { log.note(arrow($0)) }
    for source in sources { source.wrappedValue += 10 }
    #expect(
      log.lines == [
        "(0, 1, 2, 3)->(10, 1, 2, 3)", "(10, 1, 2, 3)->(10, 11, 2, 3)",
        "(10, 11, 2, 3)->(10, 11, 12, 3)", "(10, 11, 12, 3)->(10, 11, 12, 13)",
      ])
  }

  @Test(arguments: ["bonding", "bondAndApply", "bondAndMap"])
  func `A bond relays both ways, with the source of a change`(form: String) {
    let label = Label("label's")
    switch form {
    case "bonding": model.$text.bonding(with: label.bondableRelays.text)
    case "bondAndApply": model.$text.bondAndApply(to: label.bondableRelays.text)
    default: model.$text.bondAndMap(from: label.bondableRelays.text)
    }
    let texts = [model.text, label.text]
    switch form {
    case "bonding": #expect(texts == ["first", "label's"])
    case "bondAndApply": #expect(texts == ["first", "first"])
    default: #expect(texts == ["label's", "label's"])
    }

    var sources: [ChangeSource] = []
    model.$text.whenDidSet { sources.append($0.source) }
    label.text = "from the label"
    #expect(model.text == "from the label")
    model.text = "from the model"
    #expect(label.text == "from the model")
    // The source of the change, and not only that there was one.
    #expect(sources.count == 2)
    #expect(Set(sources).count == 2)
    #expect(!sources.contains(.unknown))
  }

  @Test func `Values of an object's own relay do not flow back`() {
    let target = Label(nil)
    model.$text.whenDidSet { log.note("main \($0.new ?? "nil")") }
      .relayValue(to: target.bearerRelays.plain)
      .whenDidSet { log.note("after the target \($0.new ?? "nil")") }
    #expect(target.plain == nil)
    target.plain = "the target's"
    #expect(model.text == "first")
    #expect(log.lines == [])
    model.text = "second"
    #expect(target.plain == "second")
    #expect(log.lines == ["main second", "after the target second"])
  }

  @Test func `Closures that a retainer discards are not called, and released at once`() {
    let retainer = Retainer()
    weak var gone: Log?
    do {
      let captured = Log()
      gone = captured
      model.$text.addDidSet { [log, captured] in
        log.note("child")
        captured.note("child")
      }
      .referenceManaged(by: retainer)
      .addDidSet { [log] in log.note("grandchild") }
    }
    model.text = "second"
    #expect(log.take() == ["child", "grandchild"])
    retainer.discardAll()
    #expect(gone == nil)
    model.text = "third"
    #expect(log.lines == [])
  }
}
