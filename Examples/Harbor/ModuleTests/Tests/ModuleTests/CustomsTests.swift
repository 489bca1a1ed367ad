import BridgeTestSupport
import HarborContracts
import Testing

@Suite(.module("HarborCustoms"))
struct CustomsTests {
  @Test func `A container with papers is cleared`() async throws {
    try await Scenario()
      .trigger(.containerDidLand, Container("C1", tons: 20))
      .expect(.task("InspectContainer"))
      .expect(.call("kl://Customs/clear"), where: { $0["container"] == "C1" })
      .expect(.relay(.cleared, equals: ["C1"]))
      .expect(.relay(.held, equals: []))
      .run()
  }

  @Test func `A container with smudged papers is held until the officer comes`() async throws {
    // The task fails on purpose, and a wire turns that into an event.
    Bridge.handleErrors { _ in }
    try await Scenario()
      .launch()
      .trigger(.containerDidLand, Container("C2", tons: 5, hasPapers: false))
      .pass(.seconds(1))
      .expect(.event(.containerWasHeld))
      .expect(.relay(.held, equals: ["C2"]))
      .pass(.seconds(24 * 3_600))
      .expect(.task("OfficerRounds"))
      .expect(.relay(.held, equals: []))
      .run()
  }

  @Test func `The papers of a ship count the containers that are kept`() async throws {
    let ship = Ship("Aurora", cargo: [Container("C1", tons: 20), Container("C2", tons: 5)])
    try await Scenario()
      .publish(.shipDidArrive, ship)
      .expect(.job("OpenManifest"))
      .set(.held, to: ["C2"])
      .enqueue("CloseManifest", ship)
      .expect(.job("CloseManifest"))
      .run()
    let jobs = try await Jobs.list(JobFilter(name: "CloseManifest"))
    #expect(jobs.map(\.result) == ["1"])
  }
}
