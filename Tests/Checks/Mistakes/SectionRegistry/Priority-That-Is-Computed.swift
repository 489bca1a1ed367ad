// The priority of a record is a constant.
import SectionRegistry

let first = 1

#record("page", key: "checkout", priority: first) { "Checkout" }
// 44: error: 'priority' must be an integer literal, because it is read when the program is
//   compiled; 'first' is not (from macro 'record')
