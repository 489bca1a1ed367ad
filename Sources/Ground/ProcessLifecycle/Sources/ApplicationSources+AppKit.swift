#if canImport(AppKit) && !targetEnvironment(macCatalyst)

  import AppKit

  /// The sources of the events that AppKit reports to an app.
  enum ApplicationSources {
    /// The notification of each event.
    private static let notifications: [ProcessEvent: Notification.Name] = [
      .applicationDidFinishLaunching: NSApplication.didFinishLaunchingNotification,
      .willEnterForeground: NSApplication.willUnhideNotification,
      .didEnterBackground: NSApplication.didHideNotification,
      .didBecomeActive: NSApplication.didBecomeActiveNotification,
      .willResignActive: NSApplication.willResignActiveNotification,
      .applicationWillTerminate: NSApplication.willTerminateNotification,
    ]

    /// Returns a source of `event`, or `nil` if AppKit does not report it.
    static func makeSource(of event: ProcessEvent) -> (any EventSource)? {
      guard let name = notifications[event] else { return nil }
      guard event == .applicationDidFinishLaunching else {
        return NotificationSource(name, event: event)
      }
      return NotificationSource(name, event: event) { notification in
        let keys = (notification.userInfo ?? [:]).keys.compactMap { $0.base as? String }
        return ProcessEventContext(
          event, applicationLaunchOptions: ApplicationLaunchOptions(keys: keys.sorted()))
      }
    }
  }

#endif
