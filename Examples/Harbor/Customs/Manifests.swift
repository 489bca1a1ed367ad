import HarborContracts

/// Closes the papers of a ship that departs, and returns how many of its containers are kept.
#job("CloseManifest", queue: "departures") { (ship: Ship) async throws in
  let held = SharedRelay.of(.held, default: []).value
  return ship.cargo.count { held.contains($0.number) }
}

/// The containers that ships in the port have declared, by ship.
enum Manifests {
  static let open = SharedRelay<[String: [String]]>([:])
}

// Papers are opened for each ship that arrives, whichever module finds its berth.
#bridge(on: .shipDidArrive, durable: "OpenManifest", queue: "arrivals") {
  (ship: Ship, _: JobContext) in
  Manifests.open.modify { $0[ship.name] = ship.cargo.map(\.number) }
}

// A queue of its own: while it is paused, ships wait for the officers, also across restarts.
#bridge(on: .shipAsksToSail, durable: "ClearShip", queue: "customs") {
  (departure: Departure, _: JobContext) async throws in
  Manifests.open.modify { $0[departure.ship] = nil }
  do {
    try await Jobs.signal("clearance", Clearance(officer: "Ada"), to: departure.job)
  } catch let error as TaskStoreError where error.code == .unfitSignal {
    // An earlier attempt has sent it, and the ship has sailed.
    DayLog.say("\(departure.ship) has sailed already")
  }
}
