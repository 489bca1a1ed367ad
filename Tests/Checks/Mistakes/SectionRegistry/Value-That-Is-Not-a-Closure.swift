// The value is given as it is, and not in a closure.
// Write it in braces: `{ "Checkout" }`.
import SectionRegistry

#record("page", key: "checkout", value: "Checkout")
// 41: error: cannot convert value of type 'String' to expected argument type '@Sendable () ->
//   Value'
// 1: error: generic parameter 'Value' could not be inferred
