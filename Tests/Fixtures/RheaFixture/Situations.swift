import Foundation
import ProcessLifecycle
import RheaFixtureAccount
import RheaTime
import Synchronization

/// What the fixture can be put into.
enum Situations {
  static func openShop() {
    say("main")
    Rhea.trigger(event: .homePageDidAppear, param: 1)
    Rhea.trigger(event: "homePageDidAppear", param: 2)
    hasRunElsewhere.wait()
  }

  /// Says when the launch comes to callbacks added at run time, and ends the
  /// process when it has come to all.
  @MainActor static func watchLaunch() {
    Rhea.on(.appDidFinishLaunching) { say("added, once") }
    Rhea.on(.load) { say("late load") }
    Rhea.on(.premain) { say("late premain") }
    ProcessLifecycle.on(.didFinishLaunching) { _ in
      // Another launch changes nothing, and can be waited for.
      let launch = ProcessLifecycle.launch()
      Rhea.on(.appDidFinishLaunching) { say("late launch") }
      Task {
        await launch.finished()
        exit(0)
      }
    }
    say("main \(Rhea.hasFired(.load)) \(Rhea.hasFired(.premain))")
  }

  static func triggerBuiltIns() {
    Rhea.errorHandler = { error in say("\(error.code) \(error)") }
    for event in [RheaEvent.load, .premain, .appDidFinishLaunching] {
      Rhea.trigger(event: event)
      Rhea.trigger(event: event, sticky: true)
    }
    Rhea.simulate(.appDidFinishLaunching)
    say("fired \(Rhea.hasFired(.appDidFinishLaunching))")
  }

  /// Forwards a notification that is posted on the main queue.
  static func forward() {
    let name = Notification.Name("fixture.background")
    _ = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in
      Rhea.trigger(event: "forwarded")
    }
    Rhea.on("forwarded") { say("forwarded, on the main actor: \(ProcessLifecycle.isOnMain)") }
    DispatchQueue.main.async {
      NotificationCenter.default.post(name: name, object: nil)
      say("posted")
      exit(0)
    }
  }

  static func list() {
    for event in [RheaEvent.load, .premain, .registerRoute] {
      for callback in Rhea.callbacks(for: event) where callback.location.module == "RheaFixture" {
        say("\(callback.event) \(callback.location.line) \(callback.state)")
      }
    }
  }
}

/// How many callbacks that suspend have returned.
private let noted = Atomic(0)

/// Writes a line, and ends the process with the last of four.
func note(_ line: String) {
  guard situation.hasPrefix("suspended") else { return }
  say("\(line), on the main actor: \(ProcessLifecycle.isOnMain)")
  if noted.add(1, ordering: .sequentiallyConsistent).newValue == 4 { exit(0) }
}
