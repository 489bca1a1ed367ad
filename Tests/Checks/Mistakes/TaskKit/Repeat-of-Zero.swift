// A timer runs no times.
import TaskKit

#timer("poll", repeat: 0, every: 60) { print("polling") }
// 24: error: 'repeat' says how often the task runs in all, so it must be 1 or more, or '.forever'
//   (from macro 'timer')
// 24: note: replace it with '1'
// 24: note: replace it with '.forever'
