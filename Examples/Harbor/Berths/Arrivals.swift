import Foundation
import HarborContracts

// A ship that announces itself has a task run, with the ship as its value: the wire says
// when, the task says what, and neither knows the other's file.
#bridge(on: .shipDidAnnounce, run: "PlanBerths")

#task("PlanBerths", .high, on: .demand) { @MainActor context in
  guard let ship = context["value"] as? Ship else { return }
  SharedRelay.of(.expectedShips, default: []).modify { $0.append(ship) }
  DayLog.say("\(ship.name) is expected with \(ship.cargo.count) containers")
}

// The pilots' radio only knows notifications. An arrival is published: each durable wire of
// the event stores its job in one transaction, and after a crash, these jobs run elsewhere.
#bridge(on: .notification(.pilotDidBoard), run: "AdmitShip")

#task("AdmitShip", on: .demand) { context async throws in
  let ship = try Ship.expected(named: context["ship"] as? String ?? "nameless")
  try await Bridge.publish(.shipDidArrive, ship)
}

#bridge(on: .shipDidArrive, durable: "AssignBerth", queue: "arrivals") {
  (ship: Ship, _: JobContext) async throws in
  // After a restart, the job is there before the berths are.
  try await TaskManager.shared.reach(.deskIsReady)
  try await Arrivals.moor(ship)
}

// Only when the last berth goes.
#bridge(on: .relay(.freeBerths), run: "CloseRoads", where: { $0 == 0 })

#task("CloseRoads", on: .demand) { @MainActor in
  DayLog.say("all berths are taken, further ships wait outside")
}

@MainActor enum Arrivals {
  /// The registrations of ships in the port for storms, by their names.
  private static var watches: [String: RheaRegistration] = [:]

  /// Finds a berth for a ship that has arrived.
  static func moor(_ ship: Ship) throws {
    guard let number = try KhalaStore.planBerth(ship: ship.name) else {
      DayLog.say("no berth for \(ship.name)")
      return
    }
    DayLog.say("\(ship.name) takes berth \(number)")
    // Once for each ship: at once, if there is a storm already, and otherwise when one
    // begins.
    watches[ship.name] = Rhea.on(.stormDidBegin) { (_: RheaContext) in
      DayLog.say("\(ship.name) hears of the storm")
    }
    occupy(number, with: ship.name)
    Rhea.trigger(event: .shipDidBerth, param: ship)
  }

  /// Lets a ship go, of whose containers customs keeps some.
  static func castOff(_ ship: Ship, kept: Int) throws {
    guard let number = try KhalaStore.planBerth(ship: ship.name) else { return }
    occupy(number, with: nil)
    // It will not hear of storms that come when it is gone.
    watches.removeValue(forKey: ship.name)?.cancel()
    SharedRelay.of(.expectedShips, default: []).modify { $0.removeAll { $0 == ship } }
    let rest = kept == 0 ? "" : ", customs keeps \(kept) of its containers"
    DayLog.say("\(ship.name) sails\(rest)")
    Rhea.trigger(event: .shipDidSail, param: ship)
  }

  private static func occupy(_ number: Int, with ship: String?) {
    SharedRelay.of(.berths, default: []).modify { berths in
      for index in berths.indices where berths[index].number == number {
        berths[index].ship = ship
      }
    }
  }
}
