import Dispatch
import Pharos

extension NameTests {
  static let filters: [Name] = [
    Name("ignore(when:)", ["1->2"]) { model, log in
      model.$number.whenDidSet { log.note("never") }.ignore(when: { $0.new > 0 })
      model.$number.addDidSet { log.note(arrow($0)) }.ignore { $0.new == 1 }
      model.number = 1
      model.number = 2
    },
    Name("ignore(_:ifTrue:)", ["0->0", "0->2"]) { model, log in
      // A relay of its own, which also keeps changes from those after it.
      model.$number.ignore(.exceptInvokedManually, ifTrue: { $0.new < 2 })
        .map { $0 }.addDidSet { log.note(arrow($0)) }
      model.number = 1
      model.number = 0
      model.numberObservable.invokeRelayWithCurrent()
      model.number = 2
    },
    Name("ignoreSameValue(_:)", ["0->0", "0->1"]) { model, log in
      model.$number.whenDidSet { log.note(arrow($0)) }.ignoreSameValue(.exceptInvokedManually)
        .invokeRelayWithCurrentValue()
      model.number = 0
      model.number = 1
    },
    Name("ignoreSameInstance(_:)", ["called"]) { model, log in
      let observable = Observable(wrappedValue: model)
      observable.relay.whenDidSet { log.note("called") }.ignoreSameInstance()
      observable.wrappedValue = model
      observable.relay.addDidSet { log.note("never") }.ignoreSameInstance(.always)
        .invokeRelayWithCurrentValue()
      observable.relay.removeBond()
      observable.removeAllRelay()
      observable.relay.whenDidSet { log.note("called") }
        .ignoreSameInstance(.exceptInvokedManually).invokeRelayWithCurrentValue()
    },
    Name("multipleSetDelayed(by:)", ["0->1"]) { model, log in
      unsafe model.$number.whenDidSet { log.note(arrow($0)) }.multipleSetDelayed(by: 60)
      model.number = 1
      model.number = 2
    },
    Name("observe(on:), syncWhenInSameThread()", ["0->1"]) { model, log in
      let queue = DispatchQueue(label: "names")
      unsafe model.$number.whenDidSet { log.note(arrow($0)) }.observe(on: queue)
        .syncWhenInSameThread()
      queue.sync { model.number = 1 }
    },
  ]

  static let deriving: [Name] = [
    Name("map, MappedRelay", ["\"1\""]) { model, log in
      let mapped: MappedRelay<Int, String> = model.$number.map { "\"\($0)\"" }
      mapped.whenDidSet { log.note($0.new) }
      model.number = 1
    },
    Name("compactMap of elements, compactMap of values, listMap", ["[1]", "Optional(1)", "[1, 0]"])
    { _, log in
      let words = Observable(wrappedValue: [""])
      words.relay.compactMap { $0.isEmpty ? nil : $0.count }.whenDidSet { log.note("\($0.new)") }
      words.relay.compactMap { (all: [String]) in all.first?.count }
        .whenDidSet { log.note("\($0.new as Int?)") }
      words.relay.listMap { $0.count }.whenDidSet { log.note("\($0.new)") }
      words.wrappedValue = ["a", ""]
    },
    Name("relayValue(to:), relayUniqueValue(to:)", ["other 0->0", "other 0->1"]) { model, log in
      model.$number.relayValue(to: model.$other).whenDidSet { log.note("other", $0) }
      model.$number.relayUniqueValue(to: model.$other)
      model.number = 0
      model.number = 1
    },
    Name("relayUniqueValue(_:to:)", ["other 0->0", "other 0->1"]) { model, log in
      model.$other.whenDidSet { log.note("other", $0) }
      model.$number.relayUniqueValue(.exceptInvokedManually, to: model.$other)
      model.number = 0
      model.$number.invokeRelayWithCurrentValue()
      model.number = 1
    },
    Name("bearerRelays, relayValue(to:), relayUniqueValue(_:to:)", ["1", "next 0->1", "2"]) {
      model, log in
      let target = Model()
      model.$number.relayValue(to: target.bearerRelays.number).whenDidSet { change in
        log.note("\(target.number)")
        log.note("next", change)
      }
      model.number = 1
      model.$number.discard()
      let other = model.$other.relayUniqueValue(.always, to: target.bearerRelays.number)
      _ = other
      model.other = 2
      log.note("\(target.number)")
    },
    Name("mergeRelays, of two to four", ["2", "3", "4"]) { model, log in
      let (number, other, text) = (model.$number, model.$other, model.$text)
      mergeRelays(number, other).whenDidSet { log.note("\($0.new.0 + 1)") }
      mergeRelays(number, other, text).whenDidSet { log.note("\($0.new.0 + 2)") }
      mergeRelays(number, other, text, number).whenDidSet { log.note("\($0.new.3 + 3)") }
      model.number = 1
    },
    Name("merge(with:), of one to three others", ["2", "3", "4"]) { model, log in
      let (number, other, text) = (model.$number, model.$other, model.$text)
      number.merge(with: other).whenDidSet { log.note("\($0.new.0 + 1)") }
      number.merge(with: other, text).whenDidSet { log.note("\($0.new.0 + 2)") }
      number.merge(with: other, text, number).whenDidSet { log.note("\($0.new.3 + 3)") }
      model.number = 1
    },
    Name("bonding(with:), removeBond()", ["1", "1"]) { model, log in
      model.$number.bonding(with: model.$other)
      model.number = 1
      log.note("\(model.other)")
      model.numberObservable.removeBond()
      model.number = 2
      log.note("\(model.other)")
    },
    Name("bondAndApply(to:), bondAndMap(from:)", ["3", "4"]) { model, log in
      model.number = 3
      model.$number.bondAndApply(to: model.$other)
      log.note("\(model.other)")
      let another = Model()
      another.number = 4
      model.$number.bondAndMap(from: another.$number)
      log.note("\(model.number)")
    },
    Name("bondableRelays, relays, underlyingObject", ["0->1", "0->1", "true"]) { model, log in
      let relay: AssociativeTwoWayRelay<Int> = model.bondableRelays.number
      relay.whenDidSet { log.note(arrow($0)) }
      model.relays.number.whenDidSet { log.note(arrow($0)) }
      model.number = 1
      log.note("\(model.bearerRelays.underlyingObject === model)")
    },
  ]

  static let lifetime: [Name] = [
    Name("Retainer, referenceManaged(by:), retained(by:), discardAll()", ["0->1", "0->1"]) {
      model, log in
      let retainer = Retainer()
      model.$number.addDidSet { log.note(arrow($0)) }.referenceManaged(by: retainer)
      model.$number.addDidSet { log.note(arrow($0)) }.retained(by: retainer)
      model.number = 1
      retainer.discardAll()
      model.number = 2
    },
    Name("discard(), isValid", ["true", "false"]) { model, log in
      let relay = model.$number.addDidSet { log.note("never") }
      log.note("\(relay.isValid)")
      relay.discard()
      log.note("\(relay.isValid)")
      model.number = 1
    },
    Name("Discardable: retained(), unretained(), retainerCount", ["2", "1", "0->1", "0 false"]) {
      model, log in
      let relay = model.$number.addDidSet { log.note(arrow($0)) }
      let discardable: any Discardable = relay
      discardable.retained()
      do {
        let retainer = Retainer()
        relay.retained(by: retainer)
        log.note("\(discardable.retainerCount)")
      }
      log.note("\(discardable.retainerCount)")
      model.number = 1
      discardable.unretained()
      log.note("\(discardable.retainerCount) \(discardable.isValid)")
      model.number = 2
    },
    Name("retainToSource()", ["1->2"]) { _, log in
      let slider = Slider()
      weak var kept: AssociativeTwoWayRelay<Int>?
      do {
        let relay = AssociativeTwoWayRelay(slider, currentValue: 1).retainToSource()
        kept = relay
      }
      kept?.whenDidSet { log.note(arrow($0)) }
      kept?.apply(value: 2)
    },
  ]

  /// An object that keeps relays of one's own.
  private final class Slider: RelayKeeping {
    let relayKeeper = Retainer()
    var position = 1
    var onMove: ((Int) -> Void)?
  }

  static let ownRelays: [Name] = [
    Name("AssociativeTwoWayRelay, apply(value:), relayBack(changes:)", ["1->2", "2->3", "true"]) {
      model, log in
      let slider = Slider()
      let relay = AssociativeTwoWayRelay(slider, currentValue: 1)
      relay.whenDidSet { log.note(arrow($0)) }
      relay.apply(value: 2)
      relay.relayBack(changes: Changes(old: 0, new: 3, source: ChangeSource(model)))
      log.note("\(relay.associatedObject === slider)")
    },
    Name("AssociativeValueRelay", ["1->5 true", "0"]) { _, log in
      final class Moves: AssociativeValueRelay<Int> {
        init(_ slider: Slider) {
          super.init(slider, currentValue: slider.position)
          slider.onMove = { [weak self] in self?.relay(value: $0) }
        }
      }
      let slider = Slider()
      weak var kept: Moves?
      do {
        let moves = Moves(slider).retainToSource()
        moves.whenDidSet { log.note("\(arrow($0)) \($0.source === slider)") }
        kept = moves
      }
      slider.onMove?(5)
      let relay: any AssociativeRelay = AssociativeValueRelay(slider, currentValue: 0)
      if let relay = relay as? ValueRelay<Int> { log.note("\(relay.currentValue)") }
      _ = kept
    },
    Name("AssociativeBearerRelay", ["0->4", "4", "later 4->5"]) { model, log in
      final class Mover: AssociativeBearerRelay<Int> {
        init(_ slider: Slider, _ log: Log) {
          super.init(slider) { slider, change in
            log.note(arrow(change))
            slider.position = change.new
          }
        }
      }
      do {
        let slider = Slider()
        model.$number.relayValue(to: Mover(slider, log))
        model.number = 4
        log.note("\(slider.position)")
      }
      model.$number.addDidSet { log.note("later", $0) }
      model.number = 5
    },
    Name("BearerRelay", ["took 1", "0"]) { model, log in
      let target = Model()
      model.$number.relayValue(to: BearerRelay { log.note("took \($0.new)") })
      model.$other.relayValue(to: BearerRelay(target, \.number))
      model.number = 1
      log.note("\(target.number)")
    },
  ]
}
