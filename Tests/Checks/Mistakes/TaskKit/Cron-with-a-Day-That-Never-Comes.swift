// The day of a cron expression never comes.
import TaskKit

#schedule("nightly", cron: "0 0 30 FEB *") { print("tidying up") }
// 33: error: the cron expression '0 0 30 FEB *' is wrong at offset 4: no day ever matches: the days
//   of the month, the months exclude each other. 30 February never comes, and 29 February only in
//   leap years. 'L' is the last day of every month. (from macro 'schedule')
