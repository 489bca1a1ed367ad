// A timer is to be durable.
// Its times count from the start of the process; those of dates and calendars can be kept.
import TaskKit

@TimerTask("poll", repeat: .forever, every: 30, .durable)
// 49: error: '.durable' is for a task with a date or a calendar, whose fire times a store can keep;
//   declare it with '#schedule' or '@ScheduledTask', or remove the trait (from macro 'TimerTask')
enum Poll {
  static func run() { print("polling") }
}
