// A cron expression has a character that means nothing in it.
import TaskKit

#schedule("nightly", cron: "0 2:30 * * *") { print("tidying up") }
// 32: error: the cron expression '0 2:30 * * *' is wrong at offset 3: ':' is invalid here in the
//   hour. A field is a list of values, ranges and steps, such as '1,5-9,*/15'. (from macro
//   'schedule')
