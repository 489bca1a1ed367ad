// A label of `#rhea` is misspelt.
// The labels are `time`, `priority`, `repeatable`, `async` and `func`, in this order.
import RheaTime

#rhea(event: .premain) { print("early") }
// 1: error: no exact matches in call to macro 'rhea'
// 15: error: cannot infer contextual base in reference to member 'premain'
