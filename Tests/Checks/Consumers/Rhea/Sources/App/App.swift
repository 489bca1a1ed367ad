// swift-format-ignore-file

import Foundation
import RheaExtension

#rhea(time: .customEvent, priority: .veryLow, repeatable: true, func: { _ in
    print("~~~~ customEvent in main")
})

#rhea(time: .homePageDidAppear, async: true, func: { context in
    // This will run on a background thread
    print("~~~~ homepageDidAppear")
})

#rhea(time: .premain, func: { _ in
    Rhea.trigger(event: .registerRoute)
})

#rhea(time: .load) { _ in
    print("load with trailing closure")
}

@MainActor class UIViewController {
    func viewDidAppear(_ animated: Bool) {}
}

class ViewController: UIViewController {
    
    #rhea(time: .load, func: { _ in
        print("~~~~ load nested in main")
    })

    #rhea(time: .homePageDidAppear) { context in
        print("homePageDidAppear with trailing closure \(context.param)")
    }

    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        Rhea.trigger(event: .homePageDidAppear, param: self)
    }
}

#rhea(time: .didEnterBackground, repeatable: true, func: { _ in
    print("~~~~ app did enter background")
})

#load { print("#load") }
#premain { print("#premain") }
#appDidFinishLaunching { print("#appDidFinishLaunching") }

@main
struct App {
    static func main() async {
        print("main")
        await withCheckedContinuation { launched in
            Rhea.on(.appDidFinishLaunching, priority: .veryLow) { launched.resume() }
        }
        Rhea.trigger(event: .customEvent)
        await Rhea.run(event: .customEvent)
        await Rhea.run(event: "ACustomEventString")
        // From elsewhere: for an observer with a queue, Foundation waits for that queue.
        await Task.detached {
            NotificationCenter.default.post(name: UIApplication.didEnterBackgroundNotification, object: nil)
        }.value
        await Rhea.run(event: .homePageDidAppear, param: ViewController())
        ViewController().viewDidAppear(true)  // finds no callbacks: all have run
    }
}
