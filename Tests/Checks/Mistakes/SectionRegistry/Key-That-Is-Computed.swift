// The key is a constant.
import SectionRegistry

let key = "checkout"

#record("page", key: key) { "Checkout" }
// 22: error: 'key' must be a string literal, because it is read when the program is compiled; 'key'
//   is not (from macro 'record')
