// The name of an event that the module uses is misspelled.
// Write the name as it is declared, or declare the event in an extension of `RheaEvent`.
import RheaTime

extension RheaEvent {
  static let userDidLogin: RheaEvent = "userDidLogin"
}

#uses(event: .userDidLogIn)
// 15: error: type 'RheaEvent' has no member 'userDidLogIn'
