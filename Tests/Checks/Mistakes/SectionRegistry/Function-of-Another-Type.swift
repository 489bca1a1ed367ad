// A record is to have a function, and its closure makes one with another result.
import SectionRegistry

#record("make", key: "checkout", as: (() -> Int).self) { { "Checkout" } }
// 56: error: 'value' must return a value of the type '(() -> Int)' in 'as'; the function that it
//   names returns another type (from macro 'record')
