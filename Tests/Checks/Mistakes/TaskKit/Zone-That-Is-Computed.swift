// The time zone is a constant.
import TaskKit

let home = "Europe/Stockholm"

#schedule("nightly", cron: "0 30 2 * * *", zone: home) { print("tidying up") }
// 50: error: 'zone' must be a string literal, because it is read when the program is compiled;
//   'home' is not (from macro 'schedule')
