// The priority of a record does not fit into 32 bits.
import SectionRegistry

#record("page", key: "checkout", priority: 5_000_000_000) { "Checkout" }
// 44: error: 'priority' must be an integer from -2147483648 to 2147483647, because it is read when
//   the program is compiled; '5_000_000_000' is not (from macro 'record')
