// What our code uses of AppKit, with the access levels and the isolation that it has there.

@_exported public import AppleFoundation

@MainActor open class NSResponder: NSObject {
  nonisolated override init() {}
}

@MainActor open class NSApplication: NSResponder {
  private nonisolated static func name(_ text: String) -> NSNotification.Name {
    NSNotification.Name("NSApplication\(text)Notification")
  }

  public nonisolated class var didFinishLaunchingNotification: NSNotification.Name {
    name("DidFinishLaunching")
  }
  public nonisolated class var didHideNotification: NSNotification.Name { name("DidHide") }
  public nonisolated class var willUnhideNotification: NSNotification.Name { name("WillUnhide") }
  public nonisolated class var didBecomeActiveNotification: NSNotification.Name {
    name("DidBecomeActive")
  }
  public nonisolated class var willResignActiveNotification: NSNotification.Name {
    name("WillResignActive")
  }
  public nonisolated class var willTerminateNotification: NSNotification.Name {
    name("WillTerminate")
  }
}

@MainActor open class NSViewController: NSResponder {}
@MainActor open class NSView: NSResponder {}
