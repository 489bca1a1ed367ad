// `W` is in the day of the week of a cron expression.
import TaskKit

#schedule("monthly", cron: "0 0 * * 1W") { print("tidying up") }
// 38: error: the cron expression '0 0 * * 1W' is wrong at offset 9: 'W' is the working day nearest
//   to a day of the month, which is invalid in the day of the week. Write 'MON-FRI' for working
//   days. (from macro 'schedule')
