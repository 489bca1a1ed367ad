// The detail is a constant.
import SectionRegistry

let detail: RecordDetail = ["icon": "book"]

#record("page", key: "checkout", detail: detail) { "Checkout" }
// 42: error: 'detail' must be made of string, number and Boolean literals, because it is read when
//   the program is compiled; 'detail' is not (from macro 'record')
