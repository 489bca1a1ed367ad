// After @_exported, other business modules and main target only need to import RheaExtension
@_exported import RheaTime

extension RheaEvent {
  public static let homePageDidAppear: RheaEvent = "homePageDidAppear"
  public static let registerRoute: RheaEvent = "registerRoute"
  public static let didEnterBackground: RheaEvent = "didEnterBackground"
  public static let customEvent: RheaEvent = "customEvent"
}

// What the app's user does, as the outside world tells it.
#rhea(
  time: .appDidFinishLaunching,
  func: { _ in
    Rhea.trigger(event: .didEnterBackground)
  })
