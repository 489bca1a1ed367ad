// The name of an event that the module uses is misspelt.
// Write the name as it is declared, or declare the event in an extension of `RheaEvent`.
import RheaTime

extension RheaEvent {
  static let userDidLogin: RheaEvent = "userDidLogin"
}

#uses(event: .userDidLogIn)
