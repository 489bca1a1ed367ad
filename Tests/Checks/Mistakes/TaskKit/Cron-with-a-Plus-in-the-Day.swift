// `+` is in the day of the month of a cron expression.
import TaskKit

#schedule("monthly", cron: "0 0 +13 * FRI") { print("tidying up") }
// 33: error: the cron expression '0 0 +13 * FRI' is wrong at offset 4: '+' asks for days that fit
//   both fields of days, which is invalid in the day of the month. Write it before the day of the
//   week: '0 0 13 * +FRI'. (from macro 'schedule')
