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

#load { print(111) }
#premain { print(222) }
#appDidFinishLaunching { print(333) }

@main
struct App {
  static func main() {
    print("main")
    Rhea.trigger(event: .customEvent)
    Rhea.trigger(event: .customEvent)
    ViewController().viewDidAppear(true)
    Rhea.trigger(event: "ACustomEventString")
  }
}
