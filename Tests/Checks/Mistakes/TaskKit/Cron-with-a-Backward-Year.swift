// A range of years in a cron expression goes backwards.
import TaskKit

#schedule("nightly", cron: "0 0 0 1 1 * 2030-2026") { print("tidying up") }
// 46: error: the cron expression '0 0 0 1 1 * 2030-2026' is wrong at offset 17: the year 2026 is
//   before 2030. Write 2026-2030. (from macro 'schedule')
