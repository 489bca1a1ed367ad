// A record has no value.
// Write a closure behind the parentheses: `#record("page", key: "checkout") { … }`.
import SectionRegistry

#record("page", key: "checkout")
// 32: error: missing argument for parameter 'value' in macro expansion
// 1: error: generic parameter 'Value' could not be inferred
