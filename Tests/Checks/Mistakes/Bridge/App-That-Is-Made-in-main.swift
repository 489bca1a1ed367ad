// An app is made in `main.swift`, and does not run.
// Write `await Lighthouse.main()`, or replace main.swift by a type with `@main`.
// Compiled as main.swift.
import Bridge

struct Lighthouse: ModularApp {
  func run(_ context: AppContext) async { print("shining") }
}

Lighthouse()
// 1: warning: result of 'Lighthouse' initializer is unused [#no-usage]
