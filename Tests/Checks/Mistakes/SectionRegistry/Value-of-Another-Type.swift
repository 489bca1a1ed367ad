// The closure of a record makes a value of another type than `as` names.
// Return a value of that type, or name the type of the value.
import SectionRegistry

protocol Page: Sendable {}
struct Checkout {}

#record("page", key: "checkout", as: (any Page).self) { Checkout() }
// 57: error: cannot convert value of type 'Checkout' to closure result type 'any Page'
