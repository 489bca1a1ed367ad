// The kind is a constant.
import SectionRegistry

let kind: RecordKind = "page"

#record(kind, key: "checkout") { "Checkout" }
// 9: error: 'kind' must be a string literal, because it is read when the program is compiled;
//   'kind' is not (from macro 'record')
