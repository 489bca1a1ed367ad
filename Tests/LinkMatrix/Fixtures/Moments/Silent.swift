import Common
import RheaTime

// A library in which only values tell that something belongs to a moment.

extension RheaEvent {
  static let early: RheaEvent = "load"
  static let ready: RheaEvent = "premain"
}

#rhea(time: .ready) { say("silent premain") }
#rhea(time: .early) { say("silent load") }
