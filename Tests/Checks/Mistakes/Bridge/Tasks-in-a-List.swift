// The tasks of a wire are in a list.
// Write them one after the other: `run: "LoadFeed", "Greet"`.
import Bridge

#bridge(on: .appDidFinishLaunching, run: ["LoadFeed", "Greet"])
// 42: error: cannot pass array of type '[String]' as variadic arguments of type 'String'
// 42: note: remove brackets to pass array elements directly
