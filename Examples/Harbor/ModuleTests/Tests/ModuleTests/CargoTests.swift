import BridgeTestSupport
import HarborContracts
import Testing

@Suite(.module("HarborCargo"))
struct CargoTests {
  @Test func `A ship at its berth is unloaded`() async throws {
    DayClock.shared.passWhenTasksWait()
    let ship = Ship("Aurora", cargo: [Container("C1", tons: 20), Container("C2", tons: 5)])
    try await Scenario()
      .trigger(.shipDidBerth, ship)
      .expect(.task("UnloadShip"))
      .expect(.event(.containerDidLand), where: { $0.number == "C2" })
      .expect(.event(.shipWasUnloaded), where: { $0 == ship })
      .expect(.event(.quayDidClear))
      .expect(.relay(.craneQueue, equals: []))
      .expect(.relay(.unloaded, equals: 1))
      .run()
    #expect(DayLog.texts.contains("50% of the ship is ashore"))
  }

  @Test func `The cranes stand still during a storm`() async throws {
    try await Scenario()
      .trigger(.stormDidBegin)
      .expect(.call("kl://Cargo/cranes"), where: { $0["stopped"] == "true" })
      .trigger(.stormDidPass)
      .expect(.call("kl://Cargo/cranes"), where: { $0["stopped"] == "false" })
      .run()
    #expect(DayLog.texts == ["the cranes stand still", "the cranes work again"])
  }
}
