// A timer has no interval.
// Write `every:`, in seconds.
import TaskKit

#timer("poll") { print("polling") }
// 36: error: missing argument for parameter 'every' in macro expansion
