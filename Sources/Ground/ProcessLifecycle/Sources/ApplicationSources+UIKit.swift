#if canImport(UIKit)

  import UIKit

  /// The sources of the events that UIKit reports to an app.
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

    /// Returns a source of `event`, or `nil` if UIKit does not report it.
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

    /// Returns the reason for the launch of the app.
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
      /// A shortcut item that is passed to the main actor.
      private struct Reading: @unchecked Sendable {
        // This is Sendable because the item never leaves the main thread: UIKit posts the
        // notification there, and the closure that receives the item runs there before the
        // notification returns.

        let item: UIApplicationShortcutItem
      }
    #endif
  }

#endif
