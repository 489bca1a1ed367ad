import RheaFixtureAccount
import RheaTime

// MARK: The shop

#load { say("shop, normal", in: "shop") }
#premain { say("shop, premain", in: "shop") }

// MARK: The launch

#appDidFinishLaunching { say("declared, once", in: "launch") }
#rhea(time: .appDidFinishLaunching, repeatable: true) { context in
  say("declared, with \(context.launchOptions.arguments.count) arguments", in: "launch")
}
#appDidFinishLaunching {
  await Task.yield()
  say("declared, suspended", in: "launch")
}

// MARK: Expressions

extension RheaEvent {
  /// Has the text of a built-in moment, which only its value tells.
  static let early: RheaEvent = "load"

  /// As above.
  static let early2 = RheaEvent(rawValue: "pre" + "main")
}

#rhea(time: .early2) { say("premain by its value", in: "values") }
#rhea(time: .early) { say("load by its value", in: "values") }
#premain { say("premain", in: "values") }
#rhea(time: "load") { say("load by its text", in: "values") }
#rhea(time: RheaEvent.load) { say("load by its full name", in: "values") }

// MARK: Callbacks that suspend

#load {
  await Task.yield()
  note("load, suspended")
}
#premain {
  // Suspends, and comes back by way of a timer.
  try await Task.sleep(for: .nanoseconds(1))
  note("premain, slept")
}
#rhea(time: .load, async: true) { note("load, off the main actor") }
#rhea(time: .premain, async: true) {
  await Task.yield()
  note("premain, off the main actor and suspended")
}

// MARK: Events of one's own before main

extension RheaEvent {
  static let registerRoute: RheaEvent = "registerRoute"
}

#premain {
  Rhea.trigger(event: .registerRoute, param: "home")
  say("triggered", in: "chain")
}
#rhea(time: .registerRoute) { context in
  say("registering \(context.param as? String ?? "")", in: "chain")
}

// MARK: Errors

/// What a callback throws.
struct Refusal: Error {}

#load { if situation == "errors" { throw Refusal() } }
#load { say("the next one", in: "errors") }
