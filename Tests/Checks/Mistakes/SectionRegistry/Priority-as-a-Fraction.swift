// The priority of a record is a fraction.
// Write a whole number.
import SectionRegistry

#record("page", key: "checkout", priority: 1.0) { "Checkout" }
// 44: error: cannot convert value of type 'Double' to expected argument type 'Int'
