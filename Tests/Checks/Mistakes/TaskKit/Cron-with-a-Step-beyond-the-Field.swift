// The step of a cron expression is longer than its field.
import TaskKit

#schedule("often", cron: "*/90 * * * *") { print("tidying up") }
// 29: error: the cron expression '*/90 * * * *' is wrong at offset 2: the step 90 is longer than
//   the field, which has 60 values. A step restarts with each field. Use an interval for longer
//   distances. (from macro 'schedule')
