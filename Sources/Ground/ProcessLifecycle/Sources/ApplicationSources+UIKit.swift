#if canImport(UIKit) && !os(watchOS)

  import UIKit

  /// The sources of what UIKit reports to an app.
  enum ApplicationSources {
    /// The notification of each event.
    private static let notifications: [ProcessEvent: Notification.Name] = {
      var names: [ProcessEvent: Notification.Name] = [
        .applicationDidFinishLaunching: UIApplication.didFinishLaunchingNotification,
        .willEnterForeground: UIApplication.willEnterForegroundNotification,
        .didEnterBackground: UIApplication.didEnterBackgroundNotification,
        .didBecomeActive: UIApplication.didBecomeActiveNotification,
        .willResignActive: UIApplication.willResignActiveNotification,
        .applicationWillTerminate: UIApplication.willTerminateNotification,
        .memoryWarning: UIApplication.didReceiveMemoryWarningNotification,
        .significantTimeChange: UIApplication.significantTimeChangeNotification,
        .userDidTakeScreenshot: UIApplication.userDidTakeScreenshotNotification,
        .backgroundRefreshStatusDidChange:
          UIApplication.backgroundRefreshStatusDidChangeNotification,
      ]
      #if !os(tvOS) && !os(visionOS)
        names[.orientationDidChange] = UIDevice.orientationDidChangeNotification
      #endif
      return names
    }()

    /// Makes the source of `event`, or nil if UIKit does not report it.
    static func makeSource(of event: ProcessEvent) -> (any EventSource)? {
      guard let name = notifications[event] else { return nil }
      return switch event {
      case .applicationDidFinishLaunching:
        NotificationSource(name, event: event) { notification in
          ProcessEventContext(
            event, applicationLaunchOptions: launchOptions(notification.userInfo ?? [:]))
        }
      #if !os(tvOS) && !os(visionOS)
        case .orientationDidChange:
          NotificationSource(
            name, event: event,
            setPosting: { isOn in
              Task { @MainActor in
                if isOn {
                  UIDevice.current.beginGeneratingDeviceOrientationNotifications()
                } else {
                  UIDevice.current.endGeneratingDeviceOrientationNotifications()
                }
              }
            })
      #endif
      default: NotificationSource(name, event: event)
      }
    }

    /// Reads why the app was launched.
    ///
    /// UIKit posts it on the main thread.
    private static func launchOptions(
      _ information: [AnyHashable: Any]
    ) -> ApplicationLaunchOptions {
      func value(_ key: UIApplication.LaunchOptionsKey) -> Any? {
        information[key] ?? information[key.rawValue]
      }
      var options = ApplicationLaunchOptions(
        url: (value(.url) as? URL)?.absoluteString,
        sourceApplication: value(.sourceApplication) as? String,
        keys: information.keys.compactMap { key in
          (key.base as? UIApplication.LaunchOptionsKey)?.rawValue ?? key.base as? String
        }.sorted())
      #if !os(tvOS) && !os(visionOS)
        if let item = value(.shortcutItem) as? UIApplicationShortcutItem {
          let read = Reading(item: item)
          options.shortcutItemType = MainActor.assumeIsolated { read.item.type }
        }
      #endif
      return options
    }

    #if !os(tvOS) && !os(visionOS)
      /// A shortcut item that is handed to the main actor.
      private struct Reading: @unchecked Sendable {
        // Why this is Sendable: it goes nowhere. UIKit posts the notification on the
        // main thread, and what the item is handed to runs there before it goes on.

        let item: UIApplicationShortcutItem
      }
    #endif
  }

#endif
