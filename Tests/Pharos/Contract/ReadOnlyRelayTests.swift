import Pharos
import Testing

/// A control whose state only it sets, as in UIKit.
private final class Control: RelayBearing {
  @Observable private(set) var state = "normal"
  @Observable var title = "a"

  var isHighlighted = false {
    didSet { state = isHighlighted ? "highlighted" : "normal" }
  }
}

@Suite struct `Relays of read-only properties` {
  @Test func `A read-only property is observed by its name`() {
    let control = Control()
    var told: [String] = []
    let relay: AssociativeValueRelay<String> = control.relays.state
    relay.retainToSource().whenDidSet { told.append("\($0.old)->\($0.new)") }
    control.bondableRelays.state.addDidSet { told.append("next \($0.new)") }
    control.isHighlighted = true
    #expect(told.sorted() == ["next highlighted", "normal->highlighted"])
    #expect(relay.currentValue == "highlighted")
    #expect(relay.associatedObject === control)
  }

  @Test func `A read-only property is no longer observed after its relay is discarded`() {
    let control = Control()
    var count = 0
    let retainer = Retainer()
    control.relays.state.whenDidSet { count += 1 }.retained(by: retainer)
    control.isHighlighted = true
    retainer.discardAll()
    control.isHighlighted = false
    #expect(count == 1)
  }

  @Test func `Values relayed to a read-only property reach later relays only`() {
    let control = Control()
    @Observable var source = "normal"
    var told: [String] = []
    control.relays.state.whenDidSet { told.append("state \($0.new)") }
    $source.relayValue(to: control.relays.state).whenDidSet { told.append("next \($0.new)") }
    source = "highlighted"
    #expect(told == ["next highlighted"])
    #expect(control.state == "normal")
  }

  @Test func `A writable property has a relay that sets it`() {
    let control = Control()
    @Observable var source = "b"
    $source.relayValue(to: control.relays.title)
    source = "c"
    #expect(control.title == "c")
    let relay: AssociativeTwoWayRelay<String> = control.relays.title
    relay.apply(value: "d")
    #expect(control.title == "d")
  }
}
