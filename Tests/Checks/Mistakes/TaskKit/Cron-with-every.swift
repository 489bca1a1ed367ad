// A cron expression says `@every`.
import TaskKit

#schedule("often", cron: "@every 5m") { print("tidying up") }
// 27: error: the cron expression '@every 5m' is wrong at offset 0: '@every' is an interval, but an
//   expression names times of the calendar. Write the schedule '.every(.minutes(5))' instead, as in
//   #schedule("poll", on: try .every(.minutes(5))). (from macro 'schedule')
