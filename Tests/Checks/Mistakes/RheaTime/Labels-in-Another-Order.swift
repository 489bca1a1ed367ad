// The labels of `#rhea` are in another order.
// Write `priority` before `repeatable`, and `repeatable` before `async`.
import RheaTime

#rhea(time: "tick", repeatable: true, priority: .high) { print("tick") }
// 39: error: argument 'priority' must precede argument 'repeatable'
