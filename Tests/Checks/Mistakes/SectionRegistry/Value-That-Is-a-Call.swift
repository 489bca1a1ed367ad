// The value is the call of a function that returns a closure.
import SectionRegistry

func make() -> @Sendable () -> String { { "Checkout" } }

#record("page", key: "checkout", value: make())
// 41: error: 'value' must be a closure or the name of a function, because it is read when the
//   program is compiled; 'make()' is not (from macro 'record')
// 41: note: replace it with '{ make() }'
