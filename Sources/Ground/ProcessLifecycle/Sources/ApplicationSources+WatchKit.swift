// The SDKs of iOS have a module of this name too, for the app on the phone.
#if canImport(WatchKit) && !os(iOS) && !os(visionOS)

  import WatchKit

  /// The sources of what WatchKit reports to an app.
  enum ApplicationSources {
    /// The notification of each event.
    private static let notifications: [ProcessEvent: Notification.Name] = [
      .applicationDidFinishLaunching: WKApplication.didFinishLaunchingNotification,
      .willEnterForeground: WKApplication.willEnterForegroundNotification,
      .didEnterBackground: WKApplication.didEnterBackgroundNotification,
      .didBecomeActive: WKApplication.didBecomeActiveNotification,
      .willResignActive: WKApplication.willResignActiveNotification,
    ]

    /// Makes the source of `event`, or nil if WatchKit does not report it.
    static func makeSource(of event: ProcessEvent) -> (any EventSource)? {
      notifications[event].map { NotificationSource($0, event: event) }
    }
  }

#endif
