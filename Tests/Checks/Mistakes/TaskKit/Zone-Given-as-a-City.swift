// The name of a time zone is a city.
import TaskKit

#schedule("nightly", cron: "0 30 2 * * *", zone: "Tokyo") { print("tidying up") }
// 50: warning: where this is compiled, no time zone is named 'Tokyo'. Did you mean 'Asia/Tokyo'?
//   (from macro 'schedule')
