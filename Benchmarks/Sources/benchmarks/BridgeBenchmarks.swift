import BenchmarkHarness
import Bridge
import SectionRegistry

// What a wire costs beside the two calls that it stands for, written by hand: less than 100 ns
// more. Most of it goes to the trail that tells cycles, a value of the task.

extension TypedRheaEvent<Int> {
  fileprivate static var declared: Self { Self("declared.number") }
}
extension RelayKey<Int> {
  fileprivate static var declared: Self { Self("declared.relay") }
}

#bridge(on: .declared, to: .relay(.declared))

#record("bnch", key: "Bridge: event to event") {
  Benchmark(targets: [.ratio(atMost: 2)]) {
    Comparison(eventToEvent(byHand: false), baseline: eventToEvent(byHand: true))
  }
}

#record("bnch", key: "Bridge: event to relay") {
  Benchmark(targets: [.ratio(atMost: 2)]) {
    Comparison(eventToRelay(byHand: false), baseline: eventToRelay(byHand: true))
  }
}

#record("bnch", key: "Bridge: event to relay, declared") {
  Benchmark(targets: [.ratio(atMost: 2)]) {
    Comparison(
      set(.declared, by: .declared), baseline: eventToRelay(byHand: true))
  }
}

#record("bnch", key: "Bridge: relay to typed event, filtered and mapped") {
  Benchmark(targets: [.ratio(atMost: 2)]) {
    Comparison(relayToEvent(byHand: false), baseline: relayToEvent(byHand: true))
  }
}

/// An event that leads to another, which one callback waits for.
private func eventToEvent(byHand: Bool) -> Work {
  let (first, second): (RheaEvent, RheaEvent) =
    byHand ? ("hand.first", "hand.second") : ("wire.first", "wire.second")
  Rhea.on(second, repeatable: true) { (context: RheaContext) in blackHole(context.event) }
  if byHand {
    Rhea.on(first, repeatable: true) { (context: RheaContext) in
      Rhea.trigger(event: second, param: context.param)
    }
  } else {
    Bridge.connect(.event(first), to: .event(second))
  }
  return Work { iterations in
    for _ in 0..<iterations { Rhea.trigger(event: first) }
  }
}

/// An event with a number that sets a relay, which has one observer.
private func eventToRelay(byHand: Bool) -> Work {
  let event = TypedRheaEvent<Int>(byHand ? "hand.number" : "wire.number")
  let key = RelayKey<Int>(byHand ? "hand.relay" : "wire.relay")
  if byHand {
    Rhea.on(event, repeatable: true) { (number: Int) in
      SharedRelay.of(key, default: 0).set(number)
    }
  } else {
    Bridge.connect(.event(event), to: .relay(key))
  }
  return set(key, by: event)
}

/// Triggers an event with a number, which a wire or a callback puts into a relay.
private func set(_ key: RelayKey<Int>, by event: TypedRheaEvent<Int>) -> Work {
  let relay = SharedRelay.of(key, default: 0)
  relay.whenDidSet { (changes: Changes<Int>) in blackHole(changes.new) }
  return Work { iterations in
    for number in 0..<iterations { Rhea.trigger(event: event, param: number) }
  }
}

/// A relay that leads to an event, which one callback waits for.
private func relayToEvent(byHand: Bool) -> Work {
  let event = TypedRheaEvent<Int>(byHand ? "hand.mapped" : "wire.mapped")
  let relay = SharedRelay(0)
  Rhea.on(event, repeatable: true) { (number: Int) in blackHole(number) }
  if byHand {
    relay.whenDidSet { @Sendable (changes: Changes<Int>) in
      if changes.new >= 0 { Rhea.trigger(event: event, param: changes.new + 1) }
    }
  } else {
    Bridge.connect(
      .relay(relay, named: "benchmark"), to: .event(event), where: { $0 >= 0 }, map: { $0 + 1 })
  }
  return Work { iterations in
    for number in 0..<iterations { relay.set(number) }
  }
}
