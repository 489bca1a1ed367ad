public import RheaTime

extension RheaEvent {
  /// The user has logged in; comes with the name.
  public static let userDidLogin: RheaEvent = "userDidLogin"
}
