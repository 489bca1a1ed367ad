import RheaTime

// A module in which everything belongs to the main actor by default.

var count = 0
let event: RheaEvent = "event"
let level = 3

func update() { count += 1 }

extension RheaEvent {
  static let customEvent: RheaEvent = "customEvent"
}

#rhea(time: .customEvent) { update() }
#rhea(time: .customEvent, func: update)
// expected-error: main actor-isolated let 'event' can not be referenced from
#rhea(time: event) { update() }
// expected-error: main actor-isolated let 'level' can not be referenced from
#rhea(time: .customEvent, priority: RheaPriority(rawValue: level)) { update() }
// expected-error: main actor-isolated var 'count' can not be mutated from a nonisolated context
#rhea(time: .customEvent, async: true) { count += 1 }
