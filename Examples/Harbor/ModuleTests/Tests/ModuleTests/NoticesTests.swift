import BridgeTestSupport
import Testing

@testable import HarborContracts

@Suite(.module("HarborNotices"))
struct NoticesTests {
  @Test func `A radio message to an old station is posted`() async throws {
    let post = KhalaStore.post { _ in }
    try await Scenario()
      .stub(post)
      .stub(task: "OpenBerths")
      .launch()
      .call("radio://north/storm")
      .run()
    #expect(post.calls == ["radio for north, who is not here"])
  }
}
