// A date repeats a negative number of times.
import TaskKit

#schedule("remind", at: 1_893_456_000, repeat: -1, every: 60) { print("now") }
// 48: error: 'repeat' says how often the task runs in all, so it must be 1 or more, or '.forever'
//   (from macro 'schedule')
// 48: note: replace it with '.forever'
