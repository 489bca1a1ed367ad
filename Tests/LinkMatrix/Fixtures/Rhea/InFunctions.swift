import RheaTime

// Each of these offers a call to write instead; the tests make the change and
// compile again.

@MainActor var count = 0
func use(_ context: RheaContext) {}
func later() async {}

extension RheaEvent {
  static let customEvent: RheaEvent = "customEvent"
}

extension TypedRheaEvent<String> {
  static var didRename: Self { Self("didRename") }
}

func function(priority: RheaPriority, isOften: Bool, isSlow: Bool) {
  #rhea(time: .customEvent, repeatable: isOften, async: isSlow) { context in use(context) }
  #rhea(time: .customEvent) { context in use(context) }
  #rhea(time: "x", priority: .high, repeatable: true) { count += 1 }
  #rhea(time: .customEvent, priority: priority, repeatable: true, async: true) { await later() }
  #rhea(time: .customEvent, async: true, func: { context in use(context) })
  #rhea(time: .customEvent, async: false) { _ in await later() }
  #rhea(
    time: .customEvent,
    func: { context in
      use(context)
    })
  #rhea(time: .customEvent, func: { _ in await later() })
  #rhea(time: .didRename, repeatable: true) { name in print(name.count) }
  #rhea(time: .didRename, async: true, func: { name in print(name.count) })
  #load { print(1) }
  #premain(func: { use($0) })
  #appDidFinishLaunching { await later() }
}

class Home {
  static func prepare() {}
  static let event: RheaEvent = "event"

  init() {
    #rhea(time: Home.event) { Self.prepare() }
  }

  #load {
    Self.prepare(); Self.prepare()
  }
  #rhea(time: Self.event, func: { print(Self.self) })
  #rhea(time: .customEvent, repeatable: !false) { _ in }
}

let closure: @Sendable () -> Void = {
  #load { print(1) }
}
