// `L` follows a day of the month in a cron expression.
import TaskKit

#schedule("monthly", cron: "0 0 5L * *") { print("tidying up") }
// 33: error: the cron expression '0 0 5L * *' is wrong at offset 4: 'L' after a value is the last
//   such day of the week in a month, which is invalid in the day of the month. Write 'L', or 'L-3'
//   for days before it. (from macro 'schedule')
