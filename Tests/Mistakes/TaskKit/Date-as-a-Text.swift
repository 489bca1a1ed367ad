// The date of a task has the form of another country.
// Write seconds since 1970, or a date such as "2030-01-01T00:00:00Z".
import TaskKit

#schedule("remind", at: "1.1.2030") { print("now") }
// 25: error: cannot convert value of type 'String' to expected argument type 'TaskDate'
