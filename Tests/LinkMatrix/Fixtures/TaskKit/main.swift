import TaskKit

// expected-error: cannot be declared at the top level of main.swift
@EventTask(on: .idle) enum Type { static func run() {} }
// expected-error: cannot be declared at the top level of main.swift
#task("closure", on: .idle) {}

enum Home {
  #task("in a type", on: .idle) {}
  @TimerTask(every: 1) enum Inner { static func run() {} }
}
