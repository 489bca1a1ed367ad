// `L` is in the hour of a cron expression.
import TaskKit

#schedule("nightly", cron: "0 L * * *") { print("tidying up") }
// 31: error: the cron expression '0 L * * *' is wrong at offset 2: 'L' is the last day of a month,
//   which is invalid in the hour. Write a number. (from macro 'schedule')
