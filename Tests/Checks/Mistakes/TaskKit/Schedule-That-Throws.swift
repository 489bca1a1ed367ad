// A schedule that may be wrong is made without `try`.
// Write `try` before it.
import TaskKit

#schedule("often", on: .every(.seconds(90))) { print("tidying up") }
// error in the expansion: call can throw, but it is not marked with 'try' and the error is not
//   handled
