// The interval of a timer is negative.
import TaskKit

@TimerTask(every: -60)
// 19: error: 'every' is the number of seconds between two runs, so it must be above 0 (from macro
//   'TimerTask')
// 19: note: replace it with '1'
enum Poll {
  static func run() {}
}
