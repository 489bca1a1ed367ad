import RheaTime

@MainActor var count = 0
class NotSendable {}

extension RheaEvent {
  static let customEvent: RheaEvent = "customEvent"
}

#rhea(time: .customEvent) { count += 1 }
#rhea(time: .customEvent, async: false) { count += 1 }
// expected-error@42: main actor-isolated var 'count' can not be mutated from a nonisolated context
#rhea(time: .customEvent, async: true) { count += 1 }
// expected-error: main actor-isolated var 'count' can not be mutated from a nonisolated context
#rhea(time: .customEvent, async: true) { _ in count += 1 }

enum Callbacks {
  #rhea(time: .customEvent, async: true) { context in
    print(context)
    // expected-error@5: main actor-isolated var 'count' can not be mutated from a nonisolated context
    count += 1
  }
}

@MainActor class ViewController {
  func appear(_ object: NotSendable) {
    Rhea.trigger(event: .customEvent, param: self)
    // expected-error(6): type 'NotSendable' does not conform to the 'Sendable' protocol
    Rhea.trigger(event: .customEvent, param: object)
  }
}
