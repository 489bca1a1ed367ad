public import Dispatch
import ProcessLifecycle
public import RheaTime

extension RheaEvent {
  /// What two modules know, one by the constant and one by its text.
  public static let homePageDidAppear: RheaEvent = "homePageDidAppear"
}

// A module that the program links and never mentions.

#rhea(time: .load, priority: .veryLow) { say("account, very low", in: "shop") }
#load { say("account, normal", in: "shop") }

public final class AccountManager {
  #rhea(time: .load, priority: .veryHigh) { say("account manager, nested", in: "shop") }
  #rhea(time: .load, priority: .veryHigh, func: prepare)

  @MainActor private static func prepare(_ context: RheaContext) {
    say("account manager, by name, of '\(context.event)'", in: "shop")
  }
}

/// Signalled when the callback off the main actor has run.
public let hasRunElsewhere = DispatchSemaphore(value: 0)

#rhea(time: .load, priority: .veryHigh, async: true) {
  say("account, on the main actor: \(ProcessLifecycle.isOnMain)", in: "shop")
  hasRunElsewhere.signal()
}

#rhea(time: "homePageDidAppear") { context in
  say("by its text, with \(context.param as? Int ?? 0)", in: "shop")
}
#rhea(time: .homePageDidAppear) { context in
  say("by its constant, with \(context.param as? Int ?? 0)", in: "shop")
}
