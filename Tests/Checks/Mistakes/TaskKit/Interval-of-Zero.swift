// The interval of a timer is 0.
import TaskKit

#timer("poll", every: 0) { print("polling") }
// 23: error: 'every' is the number of seconds between two runs, so it must be above 0 (from macro
//   'timer')
// 23: note: replace it with '1'
