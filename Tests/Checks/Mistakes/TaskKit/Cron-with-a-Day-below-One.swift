// The day of a cron expression is 0.
import TaskKit

#schedule("monthly", cron: "0 0 0 * *") { print("tidying up") }
// 33: error: the cron expression '0 0 0 * *' is wrong at offset 4: the day of the month 0 is below
//   1. (from macro 'schedule')
