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
}
