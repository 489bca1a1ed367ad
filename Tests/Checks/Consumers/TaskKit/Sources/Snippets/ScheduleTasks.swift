import TaskKit

// A date that is long over: once at once, and the rest on time.
#schedule("ScheduleTask1", 1448873913, 5, 1) {
  print("hello")
}

#timer("ScheduleTask2", 10, 2) {
  print("hello")
}

// The same with labels, for ever, and by the calendar; none of them comes in this program.
#schedule("ScheduleTask3", at: 4_102_444_800, repeat: .forever, every: 1) { print("hello") }
#timer("ScheduleTask4", repeat: .forever, every: 86_400) { print("hello") }
#schedule("nightly", cron: "0 0 3 29 2 *", zone: "Europe/Stockholm") { print("hello") }

// The app has a clock of its own.
#NO_RW_CLOCK
