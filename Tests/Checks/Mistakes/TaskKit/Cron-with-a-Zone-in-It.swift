// A cron expression has a time zone in it.
import TaskKit

#schedule("nightly", cron: "CRON_TZ=Europe/Stockholm 30 2 * * *") { print("tidying up") }
// 29: error: the cron expression 'CRON_TZ=Europe/Stockholm 30 2 * * *' is wrong at offset 0: a time
//   zone is not a field of an expression. Remove 'CRON_TZ=' and add the argument zone:
//   "Europe/Stockholm". (from macro 'schedule')
