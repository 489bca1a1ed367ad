// The name of a time zone is misspelled.
import TaskKit

#schedule("nightly", cron: "0 30 2 * * *", zone: "Europe/Stokholm") { print("tidying up") }
// 50: warning: where this is compiled, no time zone is named 'Europe/Stokholm'. Did you mean
//   'Europe/Stockholm'? (from macro 'schedule')
