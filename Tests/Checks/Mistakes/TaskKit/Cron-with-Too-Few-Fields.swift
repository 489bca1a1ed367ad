// A cron expression has three fields.
import TaskKit

#schedule("nightly", cron: "30 2 *") { print("tidying up") }
// 35: error: the cron expression '30 2 *' is wrong at offset 6: the expression has 3 fields. Write
//   five — minute, hour, day of the month, month, day of the week — six with the second first, or
//   seven with the year last. (from macro 'schedule')
