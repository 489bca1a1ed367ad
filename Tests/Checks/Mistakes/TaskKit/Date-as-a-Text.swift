// The date of a task is a text.
// Write seconds since 1970, or `TaskDate(…)` with a `Date`.
import TaskKit

#schedule("remind", at: "1.1.2030") { print("now") }
// 25: error: cannot convert value of type 'String' to expected argument type 'TaskDate'
