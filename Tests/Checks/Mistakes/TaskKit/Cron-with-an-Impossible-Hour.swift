// An hour in a cron expression does not exist.
import TaskKit

#schedule("nightly", cron: "0 30 24 * * *") { print("tidying up") }
// 34: error: the cron expression '0 30 24 * * *' is wrong at offset 5: the hour 24 is above 23.
//   (from macro 'schedule')
