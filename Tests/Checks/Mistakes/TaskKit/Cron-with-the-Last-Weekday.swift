// The last day of the week is asked for without the day.
import TaskKit

#schedule("monthly", cron: "0 0 * * L") { print("tidying up") }
// 37: error: the cron expression '0 0 * * L' is wrong at offset 8: 'L' is the last day of a month,
//   which is invalid in the day of the week. Write the day before it: '5L' is the last Friday of
//   the month. (from macro 'schedule')
