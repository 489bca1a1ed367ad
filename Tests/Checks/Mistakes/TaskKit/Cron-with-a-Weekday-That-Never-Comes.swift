// The numbered day of the week of a cron expression is on no such date.
import TaskKit

#schedule("never", cron: "0 0 20-28 * +FRI#1") { print("tidying up") }
// 31: error: the cron expression '0 0 20-28 * +FRI#1' is wrong at offset 4: no day ever matches:
//   the days of the month, the months, the days of the week exclude each other. 30 February never
//   comes, and 29 February only in leap years. 'L' is the last day of every month. (from macro
//   'schedule')
