// A cron expression says `@reboot`.
import TaskKit

#schedule("first", cron: "@reboot") { print("tidying up") }
// 27: error: the cron expression '@reboot' is wrong at offset 0: '@reboot' is not a time of the
//   calendar. Declare a task of the launch instead, as in #task("warm up", on:
//   .didFinishLaunching). (from macro 'schedule')
