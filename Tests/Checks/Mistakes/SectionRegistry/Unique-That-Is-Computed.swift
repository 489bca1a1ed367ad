// `unique` is a variable.
import SectionRegistry

let isOnly = true

#record("page", key: "checkout", unique: isOnly) { "Checkout" }
// 42: error: 'unique' must be 'true' or 'false', because it is read when the program is compiled;
//   'isOnly' is not (from macro 'record')
// 42: note: replace it with 'true'
// 42: note: replace it with 'false'
