import Foundation
import TaskKit

// What belongs to an actor, where nothing does.

@MainActor var count = 0
@MainActor let event: RWTaskEvent = .idle
@MainActor func makeEvent() -> RWTaskEvent { .idle }
class NotSendable {}

// expected-error: main actor-isolated var 'count' can not be mutated from a nonisolated context
#task("state", on: .idle) { count += 1 }
// expected-error: main actor-isolated var 'count' can not be mutated from a nonisolated context
#timer("waiting", every: 1) {
  await Task.yield()
  count += 1
}
#task("on main", on: .idle) { @MainActor in count += 1 }
// expected-error: call to main actor-isolated global function 'makeEvent()'
@EventTask(on: makeEvent()) enum Event { static func run() {} }
