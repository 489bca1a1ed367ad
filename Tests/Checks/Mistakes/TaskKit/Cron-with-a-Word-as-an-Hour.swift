// An hour in a cron expression is a word.
import TaskKit

#schedule("nightly", cron: "0 two * * *") { print("tidying up") }
// 31: error: the cron expression '0 two * * *' is wrong at offset 2: the hour 'two' is not a
//   number. Write 0 to 23. (from macro 'schedule')
