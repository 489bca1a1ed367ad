import Foundation
import TaskKit

// What belongs to an actor, where nothing does, and what throws without saying so.

@MainActor var count = 0
@MainActor let event: TaskEvent = .idle
@MainActor func makeEvent() -> TaskEvent { .idle }
@MainActor func makeSchedule() -> Schedule { .weekdays }
class NotSendable {}

// expected-error@29: main actor-isolated var 'count' can not be mutated from a nonisolated context
#task("state", on: .idle) { count += 1 }
#timer("waiting", every: 1) {
  await Task.yield()
  // expected-error@3: main actor-isolated var 'count' can not be mutated from a nonisolated context
  count += 1
}
#task("on main", on: .idle) { @MainActor in count += 1 }
// expected-error: call to main actor-isolated global function 'makeEvent()'
@EventTask(on: makeEvent()) enum Event { static func run() {} }
// expected-error: call to main actor-isolated global function 'makeSchedule()'
#schedule("on main's schedule", on: makeSchedule()) {}
// expected-error: call can throw, but it is not marked with 'try'
#schedule("throwing", on: .every(2, .months)) {}
// expected-error: call can throw, but it is not marked with 'try'
@ScheduledTask(on: .every(.hours(2))) enum Throwing { static func run() {} }
