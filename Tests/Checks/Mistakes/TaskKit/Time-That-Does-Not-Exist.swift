// A time of day does not exist.
import TaskKit

#schedule("nightly", on: .daily(at: "25:00")) { print("tidying up") }
// 38: error: '25:00' is not a time of day. Write hours, minutes and optional seconds between 00:00
//   and 23:59:59, such as '02:30'. (from macro 'schedule')
