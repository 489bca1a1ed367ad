// A value of a cron expression is missing behind a comma.
import TaskKit

#schedule("nightly", cron: "0 1, * * *") { print("tidying up") }
// 33: error: the cron expression '0 1, * * *' is wrong at offset 4: the hour is missing. (from
//   macro 'schedule')
