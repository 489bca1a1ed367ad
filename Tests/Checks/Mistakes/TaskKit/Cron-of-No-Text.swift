// The cron expression is empty.
import TaskKit

#schedule("nightly", cron: "") { print("tidying up") }
// 28: error: 'cron' is empty; write for example "0 30 2 * * *" for half past two every night (from
//   macro 'schedule')
// 28: note: replace it with '"0 30 2 * * *"'
