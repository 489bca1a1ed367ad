// The number of days before the last one is missing in a cron expression.
import TaskKit

#schedule("monthly", cron: "0 0 L- * *") { print("tidying up") }
// 35: error: the cron expression '0 0 L- * *' is wrong at offset 6: the number of days before the
//   last one is missing. (from macro 'schedule')
