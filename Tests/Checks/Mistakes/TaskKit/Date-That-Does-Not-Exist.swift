// A date does not exist.
import TaskKit

#schedule("nightly", on: .daily(at: "02:30").excluding("2026-02-29")) { print("tidying up") }
// 65: error: '2026-02-29' is not a date of the calendar. Write year, month and day between 0001-01-01
//   and 9999-12-31, such as '2026-12-25'. (from macro 'schedule')
