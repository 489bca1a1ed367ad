// A cron expression asks for a day 40 days before the last one.
import TaskKit

#schedule("monthly", cron: "0 0 L-40 * *") { print("tidying up") }
// 35: error: the cron expression '0 0 L-40 * *' is wrong at offset 6: no month has a day 40 before
//   its last one. (from macro 'schedule')
