import Common
import RheaTime

// A library that is opened while the program runs.

extension RheaEvent {
  /// Has the text of a built-in moment, which only its value tells.
  static let early: RheaEvent = "load"
}

#premain { say("plugin premain") }
#load { say("plugin load") }
#rhea(time: .load, repeatable: true) { say("plugin load, repeatable") }
#rhea(time: .early, priority: .low) { say("plugin load, by its value") }
#appDidFinishLaunching { say("plugin launched") }
#rhea(time: "custom", repeatable: true) { say("plugin custom") }
