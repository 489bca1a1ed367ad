// `#schedule` has no schedule.
// Write `cron:`, `on:` or `at:`.
import TaskKit

#schedule("nightly") { print("tidying up") }
// 45: error: missing argument for parameter 'at' in macro expansion
