// A cron expression asks for the sixth Friday of a month.
import TaskKit

#schedule("monthly", cron: "0 0 * * FRI#6") { print("tidying up") }
// 41: error: the cron expression '0 0 * * FRI#6' is wrong at offset 12: no month has a Friday
//   number 6. Write 1 to 5, or 'L' for the last one. (from macro 'schedule')
