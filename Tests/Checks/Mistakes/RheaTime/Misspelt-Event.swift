// The name of an event is misspelled.
// Write the name as it is declared, or declare the event in an extension of `RheaEvent`.
import RheaTime

extension RheaEvent {
  static let userDidLogin: RheaEvent = "userDidLogin"
}

#rhea(time: .userDidLogIn) { print("hello") }
// 14: error: type 'RheaEvent' has no member 'userDidLogIn'
