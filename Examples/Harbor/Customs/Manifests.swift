import HarborContracts

/// Closes the papers of a ship that departs, and returns how many of its containers are kept.
#job("CloseManifest", queue: "departures") { (ship: Ship) async throws in
  let held = SharedRelay.of(.held, default: []).value
  return ship.cargo.count { held.contains($0.number) }
}
