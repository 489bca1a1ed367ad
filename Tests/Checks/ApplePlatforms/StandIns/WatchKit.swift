// What our code uses of WatchKit, with the isolation that it has there.

@_exported public import AppleFoundation

@MainActor open class WKApplication: NSObject {
  private nonisolated static func name(_ text: String) -> NSNotification.Name {
    NSNotification.Name("WKApplication\(text)Notification")
  }

  public nonisolated class var didFinishLaunchingNotification: NSNotification.Name {
    name("DidFinishLaunching")
  }
  public nonisolated class var willEnterForegroundNotification: NSNotification.Name {
    name("WillEnterForeground")
  }
  public nonisolated class var didEnterBackgroundNotification: NSNotification.Name {
    name("DidEnterBackground")
  }
  public nonisolated class var didBecomeActiveNotification: NSNotification.Name {
    name("DidBecomeActive")
  }
  public nonisolated class var willResignActiveNotification: NSNotification.Name {
    name("WillResignActive")
  }
}
