// The step of a cron expression is longer than its field.
import TaskKit

#schedule("often", cron: "*/90 * * * *") { print("tidying up") }
// 29: error: the cron expression '*/90 * * * *' is wrong at offset 2: the step 90 is longer than
//   the field, which has 60 values, so it would never be taken. A step ends with its field; for
//   other distances there are intervals. (from macro 'schedule')
