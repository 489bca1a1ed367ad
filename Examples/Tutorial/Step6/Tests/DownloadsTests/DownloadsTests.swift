import Bridge
import BridgeTestSupport
import Testing

@testable import Contracts

@Suite(.module("Downloads"))
struct DownloadsTests {
  @Test func `The next episode is downloaded`() async throws {
    let episode = KhalaStore.episode { number in Episode(number: number, title: "Salt") }
    try await Scenario()
      .stub(episode)
      .run(task: "DownloadNext", options: ["value": [Episode(number: 1, title: "Yeast")]])
      .expect(.call("kl://Feed/episode"))
      .run()
    #expect(episode.calls == [2])
  }

  @Test func `Heard episodes are deleted once a day`() async throws {
    try await Scenario()
      .launch()
      .pass(.seconds(24 * 60 * 60))
      .expect(.task("DeleteHeard"))
      .run()
  }
}
