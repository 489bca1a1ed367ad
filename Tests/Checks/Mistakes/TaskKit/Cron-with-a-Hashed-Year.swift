// `H` is in the year of a cron expression.
import TaskKit

#schedule("monthly", cron: "0 0 0 1 1 * H") { print("tidying up") }
// 41: error: the cron expression '0 0 0 1 1 * H' is wrong at offset 12: 'H' spreads tasks over a
//   period, which is invalid in the year. Write '*'. (from macro 'schedule')
