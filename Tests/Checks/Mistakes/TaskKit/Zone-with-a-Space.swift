// The name of a time zone has a space in it.
import TaskKit

#schedule("nightly", cron: "0 30 2 * * *", zone: "Europe/New York") { print("tidying up") }
// 50: error: 'Europe/New York' is not a time zone; use a name of the IANA database, such as
//   'Europe/Stockholm' (from macro 'schedule')
