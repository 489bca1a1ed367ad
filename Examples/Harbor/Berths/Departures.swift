import HarborContracts

#bridge(on: .shipWasUnloaded, run: "Depart")

// A departure is stored as a whole. When the process ends between two steps, the next one goes on
// with the second. Its steps are jobs of any modules, which are only known by their names.
#task("Depart", on: .demand) { context async throws in
  guard let ship = context["value"] as? Ship else { return }
  // The pilot comes on board.
  try await DayClock.shared.wait(minutes: 5, as: "Depart")
  let papers = FlowStep("CloseManifest", ship)
  try await Jobs.enqueue(
    Flow("departure of \(ship.name)") {
      papers
      FlowStep("CastOff", ship).after(papers)
    })
}

#job("CastOff", queue: "departures") { (ship: Ship, context: JobContext) async throws in
  let kept = try await context.result(of: "CloseManifest", as: Int.self)
  // Customs is asked once, and the ship sails once, wherever the service dies between the steps.
  try await context.step("ask customs") {
    try await Bridge.publish(.shipAsksToSail, Departure(ship: ship.name, job: context.id))
  }
  // Days may pass: a job that waits has no process.
  _ = try await context.signal("clearance", as: Clearance.self)
  try await context.step("cast off") { try await Arrivals.castOff(ship, kept: kept) }
}
