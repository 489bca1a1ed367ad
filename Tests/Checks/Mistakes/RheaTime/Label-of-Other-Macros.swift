// The label of the event is that of other macros.
// Write `time:`.
import RheaTime

#rhea(on: .premain, priority: .high) { context in print(context.event) }
// 2: error: 'rhea(on:priority:repeatable:async:func:)' is unavailable: the label of the event is
//   'time'
