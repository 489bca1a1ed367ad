// An interval of RWTaskKit's form is longer than its clock can count.
import TaskKit

#timer("Remind", 10, 300) { print("hello") }
// 22: error: without labels, an interval is RWTaskKit's: whole seconds, at most 120; write the
//   labels 'repeat:' and 'every:' for another (from macro 'timer')
