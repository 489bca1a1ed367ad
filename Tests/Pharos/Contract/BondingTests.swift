import Foundation
import ModularityTestSupport
import Pharos
import Testing

@Suite struct BondingTests {
  let model = Model()
  let log = Log()

  @Test func `Three relays bonded in a cycle follow each other, each once`() {
    let third = Observable(wrappedValue: 0)
    model.$number.bonding(with: model.$other)
    model.$other.bonding(with: third.projectedValue)
    third.projectedValue.bonding(with: model.$number)
    model.$number.whenDidSet { log.note("a", $0) }
    model.$other.whenDidSet { log.note("b", $0) }
    third.projectedValue.whenDidSet { log.note("c", $0) }
    model.other = 3
    #expect(log.take().sorted() == ["a 0->3", "b 0->3", "c 0->3"])
    third.wrappedValue = 4
    #expect(log.take().sorted() == ["a 3->4", "b 3->4", "c 3->4"])
  }

  @Test func `A value that an observer corrects reaches the other side of a bond`() {
    model.$number.bonding(with: model.$other)
    model.$other.whenDidSet { change in
      if change.new % 2 == 1 { model.other = change.new + 1 }
    }
    model.number = 3
    #expect(model.number == 4)
    #expect(model.other == 4)
  }

  @Test func `A bond that was removed, from either side, relays nothing`() {
    let third = Observable(wrappedValue: 0)
    model.$number.bonding(with: model.$other).bonding(with: third.projectedValue)
    model.$other.removeBond()
    model.number = 1
    #expect(model.other == 0)
    #expect(third.wrappedValue == 1)
    third.removeBond()
    model.number = 2
    #expect(third.wrappedValue == 1)
  }

  @Test func `Neither side of a bond keeps the other`() {
    let survivors = LeakCheck.survivors { check in
      let left = check.track(Model())
      do {
        let right = check.track(Model())
        left.$number.bonding(with: right.$number)
      }
      #expect(check.survivors.count == 1)
      left.number = 1
    }
    #expect(survivors.isEmpty)
  }

  @Test func `An observable of an object is found by its name, and bonds both ways`() {
    let field = Model()
    model.$text.bonding(with: field.bondableRelays.text)
      .whenDidSet { log.note("\($0.new ?? "nil")") }
    model.text = "typed"
    #expect(field.text == "typed")
    field.text = "edited"
    #expect(model.text == "edited")
    #expect(log.lines == ["typed", "edited"])
  }

  @Test func `An observable is found by its main relay, too`() {
    let field = Model()
    let relay = field.bondableRelays.$text
    model.$text.bondAndApply(to: relay)
    field.text = "edited"
    #expect(model.text == "edited")
    #expect(relay.associatedObject === field)
  }

  @Test func `A custom relay is kept by its object`() {
    final class Slider: RelayKeeping {
      let relayKeeper = Retainer()
    }
    weak var gone: AssociativeTwoWayRelay<Int>?
    do {
      let slider = Slider()
      do {
        let relay = AssociativeTwoWayRelay(slider, currentValue: 1).retainToSource()
        gone = relay
      }
      #expect(gone != nil)
      gone?.whenDidSet { log.note(arrow($0)) }
      gone?.apply(value: 2)
    }
    #expect(gone == nil)
    #expect(log.lines == ["1->2"])
  }

  @Test func `A relay without an owner stops the program with a message`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      final class Slider {}
      AssociativeTwoWayRelay(Slider(), currentValue: 1).retainToSource()  // gone: nothing to do
      let slider = Slider()
      AssociativeValueRelay(slider, currentValue: 1).retainToSource()
      _ = slider
    }
    let message = try String(decoding: #require(result).standardErrorContent, as: UTF8.self)
    #expect(message.contains("Slider cannot keep a relay"))
    #expect(message.contains("'RelayKeeping' with: let relayKeeper = Retainer()"))
  }

  @Test func `Every NSObject has relays for its properties`() {
    final class Label: NSObject {
      @Relayed var text: String?
      var size = 0
    }
    let label = Label()
    model.$number.relayValue(to: label.bearerRelays.size)
    model.$text.bonding(with: label.bondableRelays.text)
    model.number = 12
    label.text = "shown"
    #expect(label.size == 12)
    #expect(model.text == "shown")
  }

  @Test func `A value is relayed to a property of an object, without retaining it`() {
    final class Label: RelayBearing {
      var text: String?
    }
    let survivors = LeakCheck.survivors { check in
      let label = check.track(Label())
      model.$text.relayValue(to: label.bearerRelays.text).whenDidSet { log.note("next") }
      model.text = "shown"
      #expect(label.text == "shown")
    }
    #expect(survivors.isEmpty)
    model.text = "not shown"
    model.text = "not shown either"
    #expect(log.lines == ["next"])
  }
}
