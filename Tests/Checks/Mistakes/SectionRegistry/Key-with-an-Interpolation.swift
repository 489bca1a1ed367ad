// The key has an interpolation in it.
import SectionRegistry

let number = 5

#record("page", key: "checkout\(number)") { "Checkout" }
// 22: error: 'key' must be a string literal without interpolation, because it is read when the
//   program is compiled; '"checkout\(number)"' is not (from macro 'record')
