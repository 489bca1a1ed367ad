import Foundation
import HarborContracts

/// Takes what the anemometer says, which knows of notifications only.
@NotificationTask(on: .windWasMeasured)
@MainActor enum MeasureWind {
  static func run(_ notification: Notification) {
    let speed = notification.userInfo?["speed"] as? Int ?? 0
    DayLog.say("wind \(speed) m/s")
    SharedRelay.of(.wind, default: 0).set(speed)
  }
}

/// From here on, cranes are in danger.
private let limit = 15

// A number becomes a moment with a value of its own: who only cares for storms need not
// look at every number.
#bridge(
  on: .relay(.wind), to: .event(.windDidRise), where: { $0 >= limit },
  map: { WindWarning(speed: $0) })

@MainActor enum Storms {
  // Before all others, which may rely on the storm having begun.
  #rhea(time: .windDidRise, priority: .veryHigh, repeatable: true) { warning in
    DayLog.say("storm warning: force \(warning.force), the cranes must stop")
    // Sticky: a ship that arrives in the middle of it gets it as well.
    Rhea.trigger(event: .stormDidBegin, param: warning, sticky: true)
  }

  // The change, not only the value: calm is only news after a storm.
  #observer(of: .wind, unique: true) { @MainActor changes in
    guard changes.old >= limit, changes.new < limit else { return }
    DayLog.say("the storm has passed")
    Rhea.removeSticky(.stormDidBegin)
    Rhea.trigger(event: .stormDidPass)
  }
}
