import BridgeTestSupport
import Testing

@testable import HarborContracts

@Suite(.module("HarborNotices"))
struct NoticesTests {
  @Test func `A radio message to an old station is posted`() async throws {
    // The board follows a task of another module, which does not run here.
    Bridge.handleErrors { _ in }
    let post = KhalaStore.post { _ in }
    try await Scenario()
      .stub(post)
      .launch()
      .call("radio://north/storm")
      .run()
    #expect(post.calls == ["radio for north, who is not here"])
  }

  @Test func `The day ends with a report of the cleared containers`() async throws {
    Bridge.handleErrors { _ in }
    try await Scenario()
      .set(.cleared, to: ["C1", "C2"])
      .trigger(.deskDidClose)
      .expect(.task("SendReport"))
      .run()
    #expect(DayLog.texts.last == "report: 2 containers cleared")
  }
}
