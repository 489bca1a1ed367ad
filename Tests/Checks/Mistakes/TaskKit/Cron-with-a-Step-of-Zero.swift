// The step of a cron expression is 0.
import TaskKit

#schedule("often", cron: "*/0 * * * *") { print("tidying up") }
// 29: error: the cron expression '*/0 * * * *' is wrong at offset 2: a step of 0 selects no values.
//   Write 1 or more. (from macro 'schedule')
