// An interval of RWTaskKit's form is longer than its clock can count.
import TaskKit

#timer("Remind", 10, 300) { print("hello") }
// 22: error: without labels, an interval is in whole seconds up to 120, as in RWTaskKit; write the
//   labels 'repeat:' and 'every:' for other intervals (from macro 'timer')
