// A program whose modules declare almost everything that can be wrong, for the tests
// of modkit. It is read and never run.

import Bridge

// Two tasks wait for each other.
#task("Eggs", on: .didFinishLaunching, dependsOn: ["Chickens"]) {}
#task("Chickens", on: .didFinishLaunching, dependsOn: ["Eggs"]) {}

// No task has this name.
#task("Breakfast", on: .didFinishLaunching, dependsOn: ["Coffe"]) {}
#task("Coffee", on: .didFinishLaunching) {}

// Its only moment was in November 2015.
@ScheduledTask(at: 1_448_873_913) enum OldReminder { static func run() {} }

// Wires that lead nowhere, twice to the same, and in a cycle.
#bridge(on: "guestDidArrive", run: "MakeBed")
#bridge(on: "guestDidLeave", run: "Coffee")
#bridge(on: "guestDidLeave", run: "Coffee")
#bridge(on: "doorDidOpen", to: .event("bellDidRing"))
#bridge(on: "bellDidRing", to: .event("doorDidOpen"))

// The first route does not exist, and the second has another type.
extension KhalaStore {
  @KhalaCall("kl://Kitchen/cok")
  static func cook(dish: String) throws -> String
  @KhalaCall("kl://Kitchen/wash")
  static func wash(plates: Int) throws
}

@KhalaModule
final class Kitchen {
  func cook(dish: String) -> String { dish }
  func wash(plates: String) {}

  // Of the same addresses.
  @Route("menu/{day}") func menu(day: String) {}
  @Route("menu/{dish}") func recipe(dish: String) {}
}

// This one does not wait for a class of the main actor.
extension KhalaStore {
  @KhalaCall("kl://Oven/heat")
  static func heat(degrees: Int) throws
}

@KhalaModule @MainActor
final class Oven {
  func heat(degrees: Int) {}
}
