// A wire is at the top level of `main.swift`.
// Compiled as main.swift.
import Bridge

#bridge(on: .appDidFinishLaunching, run: "LoadFeed")
// 1: error: a record cannot be declared at the top level of main.swift, whose constants are created
//   when the program runs; move it into a type or into another file, or replace main.swift with a
//   type with '@main' (from macro 'bridge')
