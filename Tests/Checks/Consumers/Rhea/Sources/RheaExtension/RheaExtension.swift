// swift-format-ignore-file

import Foundation
// After @_exported, other business modules and main target only need to import RheaExtension
@_exported import RheaTime

extension RheaEvent {
    public static let homePageDidAppear: RheaEvent = "homePageDidAppear"
    public static let registerRoute: RheaEvent = "registerRoute"
    public static let didEnterBackground: RheaEvent = "didEnterBackground"
}

extension RheaEvent {
    public static let customEvent: RheaEvent = "a constant's name need not be its text"
}

/// Stands for UIKit's.
public enum UIApplication {
    public static let didEnterBackgroundNotification = Notification.Name("didEnterBackground")
}

#rhea(time: .appDidFinishLaunching, func: { _ in
    NotificationCenter.default.addObserver(
        forName: UIApplication.didEnterBackgroundNotification,
        object: nil,
        queue: .main
    ) { _ in
        Rhea.trigger(event: .didEnterBackground)
    }
})
