import Bridge
import Testing

extension RheaEvent {
  fileprivate static let sailed: RheaEvent = "former.sailed"
}

#rhea(time: .sailed, formerly: "former.left", repeatable: true) {}

@RelayKeys extension RelayKey<Int> {
  fileprivate static var cart: Self { Self("former.cart", formerly: "former.basket") }
}

/// Wires that name events and relays as an earlier build did.
@Suite struct FormerNameWireTests {
  @MainActor @Test func `Wires of earlier names carry the values of the current ones`() async {
    await Bridge.withFreshState {
      Bridge.connect(
        .event("former.left"), to: .relay(RelayKey<Int>("former.basket")),
        map: {
          $0.param as? Int ?? 0
        })
      let cart = SharedRelay.of(.cart, default: 0)
      await Rhea.run(event: .sailed, param: 7)
      #expect(cart.value == 7)
      await Rhea.run(event: "former.left", param: 8)
      #expect(cart.value == 8)
      #expect(SharedRelays.keys.contains("former.cart"))
      #expect(!SharedRelays.keys.contains("former.basket"))
    }
  }

  @MainActor @Test func `The graph leads wires of earlier names to the current nodes`() throws {
    try Bridge.withFreshState {
      let wire = Bridge.connect(.event("former.left"), to: .perform("former") { _ in })
      let graph = Bridge.graph
      let node = try #require(graph.nodes(of: .wire).first { $0.name == wire.name })
      #expect(graph.edges(to: node.id).map(\.from) == ["event:former.sailed"])
      #expect(graph.node("event:former.left") == nil)
      #expect(!graph.problems.contains { $0.code == .takenFormerName })
    }
  }
}
