// A task is declared at the top level of `main.swift`.
// Compiled as main.swift.
import TaskKit

#task("LoadFeed", on: .didFinishLaunching) { print("loading") }
// 1: error: a record cannot be declared at the top level of main.swift, whose constants are created
//   when the program runs; move it into a type or into another file, or replace main.swift with a
//   type with '@main' (from macro 'task')
