// The `@` name of a cron expression is misspelled.
import TaskKit

#schedule("nightly", cron: "@dayly") { print("tidying up") }
// 29: error: the cron expression '@dayly' is wrong at offset 0: no expression is named '@dayly'. Did you mean
//   '@daily'? (from macro 'schedule')
