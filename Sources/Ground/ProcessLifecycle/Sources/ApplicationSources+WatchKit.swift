// The SDKs of iOS also have a module with this name, for the app on the phone.
#if canImport(WatchKit) && !os(iOS) && !os(visionOS)

  import WatchKit

  /// The sources of the events that WatchKit reports to an app.
  enum ApplicationSources {
    /// The notification of each event.
    private static let notifications: [ProcessEvent: Notification.Name] = [
      .applicationDidFinishLaunching: WKApplication.didFinishLaunchingNotification,
      .willEnterForeground: WKApplication.willEnterForegroundNotification,
      .didEnterBackground: WKApplication.didEnterBackgroundNotification,
      .didBecomeActive: WKApplication.didBecomeActiveNotification,
      .willResignActive: WKApplication.willResignActiveNotification,
    ]

    /// Returns a source of `event`, or `nil` if WatchKit does not report it.
    static func makeSource(of event: ProcessEvent) -> (any EventSource)? {
      notifications[event].map { NotificationSource($0, event: event) }
    }
  }

#endif
