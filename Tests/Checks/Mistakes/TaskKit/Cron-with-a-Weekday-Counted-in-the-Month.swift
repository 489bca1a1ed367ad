// `#` is in the day of the month of a cron expression.
import TaskKit

#schedule("monthly", cron: "0 0 5#3 * *") { print("tidying up") }
// 34: error: the cron expression '0 0 5#3 * *' is wrong at offset 5: '#' counts days of the week in
//   a month, which is invalid in the day of the month. Write it in the field of the day of the
//   week: '5#3' is the third Friday. (from macro 'schedule')
