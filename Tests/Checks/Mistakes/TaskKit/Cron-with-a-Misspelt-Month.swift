// A month in a cron expression is misspelled.
import TaskKit

#schedule("yearly", cron: "0 0 1 JNA *") { print("tidying up") }
// 34: error: the cron expression '0 0 1 JNA *' is wrong at offset 6: no month is named 'JNA'. Did
//   you mean 'JAN'? (from macro 'schedule')
