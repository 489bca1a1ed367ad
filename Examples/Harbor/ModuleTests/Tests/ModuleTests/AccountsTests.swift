import BridgeTestSupport
import HarborContracts
import Testing

@Suite(.module("HarborAccounts"))
struct AccountsTests {
  private let ship = Ship("Aurora", cargo: [Container("C1", tons: 20), Container("C2", tons: 5)])

  @Test func `A ship that sails gets one invoice by the weight of its cargo`() async throws {
    try await Scenario()
      .publish(.shipDidArrive, ship)
      .expect(.job("OpenAccount"))
      .trigger(.shipDidSail, ship)
      .expect(.job("SendInvoice"), where: { (ship: Ship) in ship.name == "Aurora" })
      .expect(.call("kl://bill/Aurora"), where: { $0["tons"] == "25" })
      .expect(.relay(.revenue, equals: 700))
      .run()
  }

  @Test func `A clearance of customs costs a fee`() async throws {
    try await Scenario()
      .set(.lastCleared, to: "")
      .set(.lastCleared, to: "C1")
      .expect(.relay(.revenue, equals: 25))
      .run()
  }

  @Test func `Each day begins on a new page`() async throws {
    try await Scenario()
      .call("kl://bill/Aurora?tons=25")
      .expect(.relay(.revenue, equals: 700))
      .trigger(.deskDidOpen)
      .expect(.call("kl://Accounts/turnPage"))
      .expect(.relay(.revenue, equals: 0))
      .run()
  }
}
