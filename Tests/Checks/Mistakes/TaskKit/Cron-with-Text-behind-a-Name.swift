// Something follows the `@` name of a cron expression.
import TaskKit

#schedule("nightly", cron: "@daily 2") { print("tidying up") }
// 36: error: the cron expression '@daily 2' is wrong at offset 7: '@daily' takes no fields. Remove
//   the rest of the expression. (from macro 'schedule')
