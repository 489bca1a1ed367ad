import RheaTime

// Functions by their names. In the Swift 5 mode the compiler warns of those that
// are not '@Sendable'.

extension RheaEvent {
  static let customEvent: RheaEvent = "customEvent"
}

extension TypedRheaEvent<String> {
  static var didRename: Self { Self("didRename") }
}

func plain(_ context: RheaContext) {}
@MainActor func onMain(_ context: RheaContext) {}
@Sendable nonisolated func sendable(_ context: RheaContext) {}
func withoutContext() {}
func failing() throws {}
func later() async {}
func laterWithContext(_ context: RheaContext) async throws {}

#rhea(time: .customEvent, func: plain)
#rhea(time: .customEvent, func: plain(_:))
#rhea(time: .customEvent, func: onMain)
#rhea(time: .customEvent, func: sendable)
#rhea(time: .customEvent, func: withoutContext)
#rhea(time: .customEvent, func: failing)
#rhea(time: .customEvent, func: later)
#rhea(time: .customEvent, func: laterWithContext)
#rhea(time: .customEvent, async: true, func: plain)
#rhea(time: .customEvent, async: true, func: later)
#rhea(time: .customEvent, async: true, func: laterWithContext)
#rhea(time: .customEvent, async: false, func: onMain)
#rhea(time: .customEvent, func: Login.run)
#rhea(time: .didRename, func: Login.rename)
#rhea(time: .didRename, async: true, func: Login.rename)
#load(func: withoutContext)
#premain(func: plain)
#appDidFinishLaunching(func: later)

class Login {
  static func run(_ context: RheaContext) {}
  static func rename(_ name: String) {}
  #rhea(time: .customEvent, func: run)
  #rhea(time: .customEvent, func: Login.run)
}
