import ModularityTestSupport
import RheaTime

/// What the declared callbacks of this module note down, for the test that asks.
enum Declared {
  @TaskLocal static var notes: Notes?

  static func note(_ text: String) { notes?.record(text) }
}

extension RheaEvent {
  static let declaredHere: RheaEvent = "tests.declared"
  static let declaredOnce: RheaEvent = "tests.declared.once"
  static let misnamed: RheaEvent = "tests.declared.under another name"
}

extension TypedRheaEvent<Int> {
  static var declaredNumber: Self { Self("tests.declared.number") }
}

@MainActor private func noteByFunction() { Declared.note("function") }

#rhea(time: .declaredHere, priority: .low, repeatable: true) { Declared.note("low") }
#rhea(time: .declaredHere, repeatable: true) { context in
  Declared.note("first \(context.param, default: "nil")")
}
#rhea(time: .declaredHere, repeatable: true) { Declared.note("second") }
#rhea(time: .declaredHere, priority: 100, func: noteByFunction)
#rhea(time: .declaredHere, priority: -1, repeatable: true, async: true) { Declared.note("async") }

#rhea(time: .declaredOnce) { Declared.note("once") }
#rhea(time: "tests.declared.under another name") { Declared.note("by text") }
#rhea(time: .misnamed) { Declared.note("by constant") }
#rhea(time: .declaredNumber, repeatable: true) { number in Declared.note("number \(number)") }
#rhea(time: .appDidFinishLaunching, repeatable: true) { Declared.note("launched") }
