import BridgeTestSupport
import HarborContracts
import Synchronization
import Testing

@Suite(.module("HarborBerths"))
struct BerthsTests {
  private let ship = Ship("Aurora", cargo: [Container("C1", tons: 20)])

  @Test func `A ship that was announced gets a berth when the pilot is on board`() async throws {
    try await open
      .trigger(.shipDidAnnounce, ship)
      .expect(.relay(.expectedShips, equals: [ship]))
      .run(task: "AdmitShip", options: ["ship": "Aurora"])
      .expect(.job("AssignBerth"))
      .expect(.event(.shipDidBerth), where: { $0.name == "Aurora" })
      .expect(.relay(.freeBerths, equals: 1))
      .run()
    #expect(try Khala(str: "kl://berths/1")?.call(as: String.self) == "berth 1: Aurora")
  }

  @Test func `The roads close when the last berth is taken`() async throws {
    try await open
      .publish(.shipDidArrive, ship)
      .publish(.shipDidArrive, Ship("Boreas", cargo: []))
      .expect(.relay(.freeBerths, equals: 0))
      .expect(.task("CloseRoads"))
      .publish(.shipDidArrive, Ship("Castor", cargo: []))
      .expect(.job("AssignBerth"))
      .run()
    #expect(DayLog.texts.last == "no berth for Castor")
  }

  @Test func `A ship sails when customs has given its clearance`() async throws {
    DayClock.shared.passWhenTasksWait()
    let waiting = Mutex<JobID?>(nil)
    Rhea.on(.shipAsksToSail) { departure in waiting.withLock { $0 = departure.job } }
    try await open
      .stub(job: "CloseManifest", taking: Ship.self, returning: 1)
      .publish(.shipDidArrive, ship)
      .trigger(.shipWasUnloaded, ship)
      .expect(.task("Depart"))
      .expect(.job("CastOff"))
      .expect(.event(.shipAsksToSail))
      .expect(.relay(.freeBerths, equals: 1))
      .run()
    let waits = waiting.withLock { $0 }
    let job = try #require(waits)
    try await Jobs.signal("clearance", Clearance(officer: "Ada"), to: job)
    try await Scenario()
      .pass(.seconds(1))
      .expect(.event(.shipDidSail), where: { $0.name == "Aurora" })
      .expect(.relay(.freeBerths, equals: 2))
      .run()
    #expect(DayLog.texts.last == "Aurora sails, customs keeps 1 of its containers")
  }

  /// A scenario after the launch, which waits for the forecast of another module.
  private var open: Scenario { Scenario().stub(task: "ReadForecast").launch() }
}
