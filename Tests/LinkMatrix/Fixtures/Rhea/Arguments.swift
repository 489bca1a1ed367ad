import RheaTime

let flag = true
func use(_ context: RheaContext) {}
func takeText(_ text: String) {}
func takeTwo(_ context: RheaContext, _ number: Int) {}
func number() -> Int { 1 }

extension RheaEvent {
  static let customEvent: RheaEvent = "customEvent"
}

// Events.

// expected-error: type 'RheaEvent' has no member 'lod'
#rhea(time: .lod) {}
// expected-error: type 'RheaEvent' has no member 'lod'
#rhea(time: .lod) { _ in }
// expected-error: type 'RheaEvent' has no member 'lod'
#rhea(time: .lod) { context in print(context) }
// expected-error: type 'RheaEvent' has no member 'lod'
#rhea(time: .lod, priority: .high, repeatable: true) { use($0) }
// expected-error: type 'RheaEvent' has no member 'lod'
#rhea(time: .lod) { await Task.yield() }
// expected-error: type 'RheaEvent' has no member 'lod'
#rhea(time: .lod, async: true) { context in use(context) }
// expected-error: type 'RheaEvent' has no member 'lod'
#rhea(time: .lod, func: use)
// expected-error: cannot find 'lod' in scope
#rhea(time: lod) { _ in }
// expected-error: cannot convert value of type 'Int' to expected argument type 'RheaEvent'
#rhea(time: 5) { _ in }
// expected-error: cannot convert value of type 'String' to expected argument type 'RheaEvent'
#rhea(time: "a" + "b") { _ in }
// expected-error: an event needs a name, by which triggers and callbacks refer to it
#rhea(time: "") { _ in }
// expected-error: 'nil' is not compatible with expected argument type 'RheaEvent'
#rhea(time: nil) {}
// expected-error: missing argument label 'time:' in macro expansion
#rhea(.customEvent) {}
// expected-error: missing argument for parameter 'time' in macro expansion
#rhea {}

// Priorities.

// expected-error: type 'RheaPriority' has no member 'hihg'
#rhea(time: .customEvent, priority: .hihg) { _ in }
// expected-error: cannot convert value of type 'String' to expected argument type 'RheaPriority'
#rhea(time: .customEvent, priority: "7") { _ in }
// expected-error: cannot convert value of type 'Double' to expected argument type 'RheaPriority'
#rhea(time: .customEvent, priority: 5.0) { _ in }

// Flags.

// expected-error: 'repeatable' must be 'true' or 'false', because it is read when the program is
#rhea(time: .customEvent, repeatable: flag) { _ in }
// expected-error: 'repeatable' must be 'true' or 'false', because it is read when the program is
#rhea(time: .customEvent, repeatable: !false) { _ in }
// expected-error: 'async' must be 'true' or 'false', because it is read when the program is
#rhea(time: .customEvent, async: flag) { _ in }
// expected-error: integer literal value '1' cannot be used as a boolean; did you mean 'true'?
#rhea(time: .customEvent, async: 1) { _ in }
// expected-error: argument 'repeatable' must precede argument 'async'
#rhea(time: .customEvent, async: true, repeatable: true) {}

// Functions.

// expected-error: missing argument for parameter 'func' in macro expansion
#rhea(time: .customEvent)
// expected-error: missing argument for parameter 'func' in macro expansion
#load
// expected-error: expects 1 argument, but 2 were used in closure body
#rhea(time: .customEvent) { a, b in }
// expected-error: expects 1 argument, but 2 were used in closure body
#load { print($0, $1) }
// The compiler would rather have no parameter than one without that member.
// expected-error: expects 0 arguments, but 1 was used in closure body
#rhea(time: .customEvent) { context in use(context.parm) }
// expected-error: cannot find 'missing' in scope
#rhea(time: .customEvent) { missing() }
// expected-error: cannot find 'missing' in scope
#rhea(time: .customEvent, func: missing)
// expected-error: cannot convert value of type 'Int' to closure result type 'Void'
#rhea(time: .customEvent) { return 5 }
// expected-error: () -> Int' to expected argument type '@MainActor @Sendable () throws -> Void'
#rhea(time: .customEvent, func: number)
// expected-error: (String) -> ()' to expected argument type '@MainActor @Sendable () throws -> Void'
#rhea(time: .customEvent, func: takeText)
// expected-error: (RheaContext, Int) -> ()' to expected argument type
#rhea(time: .customEvent, func: takeTwo)
// expected-error: no exact matches in call to macro 'rhea'
#rhea(time: .customEvent, func: number())
// expected-error: no exact matches in call to macro 'rhea'
#rhea(time: .customEvent, func: nil)

// Calls.

func callByName() async {
  // expected-error: type 'RheaEvent' has no member 'lod'
  Rhea.on(.lod) { context in use(context) }
  // expected-error: type 'RheaEvent' has no member 'lod'
  Rhea.on(.lod, async: true, use)
  // expected-error: type 'RheaEvent' has no member 'lod'
  Rhea.trigger(event: .lod, param: 1)
  // expected-error: type 'RheaEvent' has no member 'lod'
  await Rhea.run(event: .lod, param: 1)
}
