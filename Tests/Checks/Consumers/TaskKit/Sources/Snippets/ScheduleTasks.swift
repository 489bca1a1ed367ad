import TaskKit

// A date that is long over: once at once, and the rest on time.
@ScheduledTask(at: 1448873913, repeat: 5, every: 1)
enum ScheduleTask1 {
  static func run() {
    print("hello")
  }
}

@TimerTask(repeat: 10, every: 2)
enum ScheduleTask2 {
  static func run() {
    print("hello")
  }
}

// The same as closures, for ever, and by the calendar; none of them comes in this program.
#schedule("ScheduleTask3", at: 4_102_444_800, repeat: .forever, every: 1) { print("hello") }
#timer("ScheduleTask4", repeat: .forever, every: 86_400) { print("hello") }
#schedule("nightly", cron: "0 0 3 29 2 *", zone: "Europe/Stockholm") { print("hello") }

// The app has a clock of its own.
#task("clock", .critical, on: .willFinishLaunching) { TaskManager.shared.clock = .none }
