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
  try await Arrivals.castOff(ship, kept: kept)
}
