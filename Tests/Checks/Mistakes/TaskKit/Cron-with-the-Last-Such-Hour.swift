// `L` follows an hour in a cron expression.
import TaskKit

#schedule("nightly", cron: "0 5L * * *") { print("tidying up") }
// 31: error: the cron expression '0 5L * * *' is wrong at offset 2: 'L' after a value is the last
//   such day of the week in a month, which is invalid in the hour. Remove it. (from macro
//   'schedule')
