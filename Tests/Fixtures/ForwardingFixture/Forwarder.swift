// swift-format-ignore-file

import Bridge
import Foundation

/// Stands for UIKit's.
enum UIApplication {
    static let didEnterBackgroundNotification = Notification.Name("didEnterBackground")
}

extension RheaEvent {
    static let didEnterBackground: RheaEvent = "didEnterBackground"
}

// The forwarder of Rhea's documentation, word for word.

#rhea(time: .appDidFinishLaunching, func: { _ in
    NotificationCenter.default.addObserver(
        forName: UIApplication.didEnterBackgroundNotification,
        object: nil,
        queue: .main
    ) { _ in
        Rhea.trigger(event: .didEnterBackground)
    }
})

#rhea(time: .didEnterBackground, repeatable: true, func: { _ in
    print("~~~~ app did enter background")
})
