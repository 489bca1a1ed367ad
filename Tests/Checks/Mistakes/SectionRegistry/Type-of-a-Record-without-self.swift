// The type of a record is written without `.self`.
// Write `.self` behind it.
import SectionRegistry

struct Checkout {}

#record("page", key: "checkout", as: Checkout) { Checkout() }
// 38: error: expected member name or initializer call after type name
// 38: note: add arguments after the type to construct a value of the type
// 38: note: use '.self' to reference the type object
// error in the expansion: expected member name or initializer call after type name
// note in the expansion: add arguments after the type to construct a value of the type
// note in the expansion: use '.self' to reference the type object
