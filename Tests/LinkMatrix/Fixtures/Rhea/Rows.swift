import RheaTime

// Every way to write a declaration that compiles without a warning, whatever the
// settings of the module.

@MainActor var count = 0
nonisolated let custom: RheaEvent = "custom"
nonisolated let isFirst = true
func useInt(_: Int) {}
func failing() throws {}
func later() async {}
nonisolated func use(_ context: RheaContext) {}
nonisolated func makeCallback() -> @MainActor @Sendable (RheaContext) -> Void { { _ in } }

extension RheaEvent {
  static let customEvent: RheaEvent = "somethingElse"
  static let `default`: RheaEvent = "default"
  static var computed: RheaEvent { "computed" }
  static func user(_ id: Int) -> RheaEvent { "user \(id)" }
}

extension RheaPriority {
  static let critical: RheaPriority = 100
  static var `a bit higher`: RheaPriority { 6 }
}

extension TypedRheaEvent<String> {
  static var didRename: Self { Self("didRename") }
}

extension TypedRheaEvent<Int> {
  static let didCount = TypedRheaEvent("didCount")
}

// MARK: Events

#rhea(time: .load) { _ in }
#rhea(time: RheaEvent.load) { _ in }
#rhea(time: RheaTime.RheaEvent.load) { _ in }
#rhea(time: .customEvent) { _ in }
#rhea(time: .computed) { _ in }
#rhea(time: .`default`) { _ in }
#rhea(time: .user(3)) { _ in }
#rhea(time: "ACustomEventString") { _ in }
#rhea(time: "a\"b\u{e9}") { _ in }
#rhea(
  time: """
    abc
    """
) { _ in }
#rhea(time: #"abc"#) { _ in }
#rhea(time: "user \(3)") { _ in }
#rhea(time: RheaEvent(rawValue: "x")) { _ in }
#rhea(time: .init(rawValue: "x")) { _ in }
#rhea(time: custom) { _ in }
#rhea(time: isFirst ? .customEvent : "other") { _ in }

// MARK: Priorities

#rhea(time: .customEvent, priority: 42) { _ in }
#rhea(time: .customEvent, priority: 1_000) { _ in }
#rhea(time: .customEvent, priority: 0x10) { _ in }
#rhea(time: .customEvent, priority: 0b101) { _ in }
#rhea(time: .customEvent, priority: 0o17) { _ in }
#rhea(time: .customEvent, priority: -1) { _ in }
#rhea(time: .customEvent, priority: 5_000_000_000) { _ in }
#rhea(time: .customEvent, priority: .veryLow) { _ in }
#rhea(time: .customEvent, priority: RheaPriority.high) { _ in }
#rhea(time: .customEvent, priority: .critical) { _ in }
#rhea(time: .customEvent, priority: .`a bit higher`) { _ in }
#rhea(time: .customEvent, priority: RheaPriority(rawValue: 50)) { _ in }
#rhea(time: .customEvent, priority: isFirst ? .high : -3) { _ in }

// MARK: Closures

#rhea(time: .customEvent) {}
#rhea(time: .customEvent) { _ in }
#rhea(time: .customEvent) { print(1) }
#rhea(time: .customEvent) { print($0.event) }
#rhea(time: .customEvent) { context in use(context) }
#rhea(time: .customEvent) { (context: RheaContext) -> Void in use(context) }
#rhea(time: .customEvent, func: { context in use(context) })
#rhea(time: .customEvent, priority: .high, repeatable: true, func: { use($0) })
#rhea(time: .customEvent) { try failing() }
#rhea(time: .customEvent) { _ in try failing() }
#rhea(time: .customEvent) { count += 1 }
#rhea(time: .customEvent) { _ in count += 1 }
#rhea(time: .customEvent) { @MainActor in count += 1 }
#rhea(time: .customEvent) {
  await Task.yield()
  count += 1
}
#rhea(time: .customEvent) { context in
  await Task.yield()
  use(context)
  count += 1
}
#rhea(time: .customEvent, repeatable: (false), async: true) {}
#rhea(time: .customEvent, async: true) { use($0) }
#rhea(time: .customEvent, async: true) { await later() }
#rhea(time: .customEvent, async: true) { _ in await later() }
#rhea(time: .customEvent, async: true) { await MainActor.run { count += 1 } }
#rhea(time: .customEvent, async: false) { count += 1 }
#rhea(time: .customEvent, async: false) { _ in count += 1 }
#rhea(time: .customEvent, async: false, func: { await later() })

#rhea(time: .customEvent, func: makeCallback())

// MARK: Typed events

#rhea(time: .didRename) { name in useInt(name.count) }
#rhea(time: .didRename) { print($0.count) }
#rhea(time: .didRename) { _ in count += 1 }
#rhea(time: .didRename) { (name: String) in print(name) }
#rhea(time: .didRename, priority: .critical, repeatable: true) { name in try failing() }
#rhea(time: .didRename) { name in
  await later()
  count += name.count
}
#rhea(time: .didRename, async: true) { name in print(name.count) }
#rhea(time: .didRename, async: false) { name in count += name.count }
#rhea(time: .didCount) { number in useInt(number) }
#rhea(time: TypedRheaEvent<[Int]>("numbers"), func: { numbers in print(numbers.count) })

// MARK: Shorthands

let context = 1

#load { print(111) }
#load { context in use(context) }
#load { use($0) }
#load(func: { _ in })
#load { count += context }
#load { try failing() }
#premain { print(222) }
#premain { await later() }
#appDidFinishLaunching { print(333) }
#appDidFinishLaunching { context in
  await later()
  use(context)
}

// MARK: Places

#if true
  #load { print(2) }
#endif

struct Structure {
  static func foo() {}
  #load { Self.foo() }
  #rhea(time: .customEvent) { foo() }

  #if true
    #premain { foo() }
  #endif
}

enum Enumeration {
  static func foo() {}
  #rhea(time: .customEvent) { Self.foo() }
}

actor Account {
  nonisolated static func foo() {}
  #rhea(time: .customEvent) { Account.foo() }
}

class Model {
  static func foo() {}
  #rhea(time: .customEvent) { Model.foo() }
  #rhea(time: .customEvent) { foo() }

  final class Inner {
    nonisolated static let outside: RheaEvent = "outside"
    #rhea(time: Inner.outside) { foo() }
  }
}

extension Model {
  #load { foo() }
}

@MainActor class ViewController {
  static func foo() { count += 1 }
  #rhea(time: .customEvent) { foo() }

  func appear() {
    Rhea.trigger(event: .customEvent, param: self)
    Rhea.trigger(event: .customEvent, param: ["a": 1])
    Rhea.trigger(event: .didRename, param: "name")
  }
}

func function() {
  enum Local {
    #load { print(1) }
  }
}
