import Pharos
import Testing

extension RelayKey<Int> {
  fileprivate static var explained: Self { Self("test.explained") }
}

@Suite struct RelayExplanationTests {
  @Test func `An explanation names what a relay feeds, and its declared observers`() throws {
    try SharedRelays.withFreshState {
      let relay = SharedRelay.of(.unique, default: 1)
      let mapped = relay.map { $0 * 2 }
      mapped.whenDidSet { _ in }
      let explanation = SharedRelays.explain(.unique)
      let found = try #require(explanation.relay)
      #expect(found.key == "test.unique")
      #expect(explanation.sources.isEmpty)
      #expect(explanation.targets.map(\.id) == found.feeds && !found.feeds.isEmpty)
      #expect(explanation.observers.map(\.state) == [.observing])
      #expect(explanation.problems.isEmpty)
      let lines = "\(explanation)".split(separator: "\n")
      #expect(lines[0] == "relay 'test.unique'")
      #expect(lines.contains("  feeds:"))
      #expect(lines.contains("  declared observers, in the order of their calls:"))
    }
  }

  @Test func `An explanation says that a relay has not been made`() {
    SharedRelays.withFreshState {
      let explanation = SharedRelays.explain("test.neverMade")
      #expect(explanation.relay == nil)
      #expect(explanation.observers.map(\.state) == [.waiting])
      #expect("\(explanation)".contains("does not exist yet: 'SharedRelay.of' creates it"))
    }
  }

  @Test func `A condition chooses the observers that take part`() {
    SharedRelays.withFreshState(including: { $0.name != "test.neverMade" }) {
      #expect(SharedRelays.explain("test.neverMade").observers.isEmpty)
    }
  }
}
