// What our code uses of UIKit, with the access levels and the isolation that it has there.

@_exported public import AppleFoundation

@MainActor open class UIResponder: NSObject {
  nonisolated override init() {}
}

@MainActor open class UIApplication: UIResponder {
  public struct LaunchOptionsKey: Hashable, RawRepresentable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let url = Self(rawValue: "UIApplicationLaunchOptionsURLKey")
    public static let sourceApplication = Self(
      rawValue: "UIApplicationLaunchOptionsSourceApplicationKey")
    public static let shortcutItem = Self(rawValue: "UIApplicationLaunchOptionsShortcutItemKey")
  }

  private nonisolated static func name(_ text: String) -> NSNotification.Name {
    NSNotification.Name("UIApplication\(text)Notification")
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
  public nonisolated class var willTerminateNotification: NSNotification.Name {
    name("WillTerminate")
  }
  public nonisolated class var didReceiveMemoryWarningNotification: NSNotification.Name {
    name("DidReceiveMemoryWarning")
  }
  public nonisolated class var significantTimeChangeNotification: NSNotification.Name {
    name("SignificantTimeChange")
  }
  public nonisolated class var userDidTakeScreenshotNotification: NSNotification.Name {
    name("UserDidTakeScreenshot")
  }
  public nonisolated class var backgroundRefreshStatusDidChangeNotification: NSNotification.Name {
    name("BackgroundRefreshStatusDidChange")
  }
}

@MainActor open class UIApplicationShortcutItem: NSObject {
  open var type: String { "" }
}

@MainActor open class UIDevice: NSObject {
  public class var current: UIDevice { UIDevice() }
  public nonisolated class var orientationDidChangeNotification: NSNotification.Name {
    NSNotification.Name("UIDeviceOrientationDidChangeNotification")
  }
  open func beginGeneratingDeviceOrientationNotifications() {}
  open func endGeneratingDeviceOrientationNotifications() {}
}

@MainActor open class UIViewController: UIResponder {}
@MainActor open class UIView: UIResponder {}
@MainActor open class UIScrollView: UIView {}

@MainActor open class UITextView: UIScrollView {
  public nonisolated class var textDidChangeNotification: NSNotification.Name {
    NSNotification.Name("UITextViewTextDidChangeNotification")
  }
}

@MainActor open class UIControl: UIView {
  public struct State: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static var normal: State { [] }
    public static var highlighted: State { State(rawValue: 1) }
  }

  public struct Event: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static var valueChanged: Event { Event(rawValue: 1 << 12) }
    public static var editingChanged: Event { Event(rawValue: 1 << 17) }
  }

  open var state: State { .normal }
  open var isEnabled: Bool {
    get { true }
    set {}
  }
  open func addTarget(_ target: Any?, action: Selector, for events: Event) {}
}

@MainActor open class UITextField: UIControl {
  open var text: String? {
    get { nil }
    set {}
  }
}

@MainActor open class UISearchTextField: UITextField {}

@MainActor open class UISearchBar: UIView {
  open var searchTextField: UISearchTextField { UISearchTextField() }
}

@MainActor open class UIButton: UIControl {
  open func title(for state: UIControl.State) -> String? { nil }
  open func setTitle(_ title: String?, for state: UIControl.State) {}
}
