// The name of a time zone has a space in it.
import TaskKit

#schedule("nightly", cron: "0 30 2 * * *", zone: "Europe/New York") { print("tidying up") }
// 50: error: 'Europe/New York' can be no time zone; names are those of the IANA, such as
//   'Europe/Stockholm' (from macro 'schedule')
