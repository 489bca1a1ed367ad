// A label of `#rhea` is misspelled.
// The labels are `time`, `priority`, `repeatable`, `async` and `func`, in this order.
import RheaTime

#rhea(event: .premain) { print("early") }
// 2: error: 'rhea(event:priority:repeatable:async:func:)' is unavailable: the label of the event is
//   'time'
