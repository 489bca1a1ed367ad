// The cron expression is a constant.
import TaskKit

let night = "0 30 2 * * *"

#schedule("nightly", cron: night) { print("tidying up") }
// 28: error: 'cron' must be a string literal, because it is read when the program is compiled;
//   'night' is not (from macro 'schedule')
