// A value of the detail is a constant.
import SectionRegistry

let icon = RecordDetail.Value("book")

#record("page", key: "checkout", detail: ["icon": icon]) { "Checkout" }
// 51: error: 'detail' must be made of string, number and Boolean literals, because it is read when
//   the program is compiled; 'icon' is not (from macro 'record')
