// A record is to have a function, and its closure makes one with another result.
import SectionRegistry

#record("make", key: "checkout", as: (() -> Int).self) { { "Checkout" } }
// 56: error: 'value' must return a value of type '(() -> Int)', which 'as' names; the function that
//   it returns has a result of another type (from macro 'record')
