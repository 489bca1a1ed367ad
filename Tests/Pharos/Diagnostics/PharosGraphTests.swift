import Foundation
import Pharos
import PharosTestSupport
import Testing

@Suite struct PharosGraphTests {
  @Test func `Observers that outlive a body are in the graph, with source locations`() async throws
  {
    let kept = Box()
    let line = UInt(#line + 2)
    let graph = await PharosGraph.survivors {
      kept.relay = SharedRelay(1)
      kept.relay?.whenDidSet { _ in }
      SharedRelay(2).whenDidSet { _ in }
    }
    let relay = try #require(graph.relays.first)
    #expect(graph.relays.count == 1)
    #expect(relay.location?.description == "PharosTests/PharosGraphTests.swift:\(line)")
    #expect(relay.valueType == "Swift.Int")
    #expect((relay.observerCount, relay.unmanagedObserverCount) == (1, 1))
    #expect(!relay.isEndless)
    withExtendedLifetime(kept) {}
  }

  @Test func `The graph has the edges between relays, and their delivery groups`() async throws {
    let kept = Box()
    let graph = await PharosGraph.survivors {
      let (a, b, apart) = (SharedRelay(1), SharedRelay(2), SharedRelay(3))
      let mapped = a.map { $0 + 1 }
      kept.others = [mergeRelays(mapped, b), a, b, apart]
    }
    let relays = graph.relays
    #expect(relays.map(\.feeds) == [[4], [5], [], [5], []])
    #expect(relays.map(\.level) == [0, 0, 0, 0, 1])
    #expect(relays[0].domain == relays[1].domain)
    #expect(relays[0].domain == relays[4].domain)
    #expect(relays[0].domain != relays[2].domain)
    withExtendedLifetime(kept) {}
  }

  @Test func `An observer with a retainer counts as managed, with its dependents`() async {
    let kept = Box()
    let retainer = Retainer()
    let graph = await PharosGraph.survivors {
      let relay = SharedRelay(1)
      let managed = relay.addDidSet { _ in }
      managed.referenceManaged(by: retainer)
      managed.addDidSet { _ in }
      relay.addDidSet { _ in }
      kept.relay = relay
    }
    #expect(graph.relays.map(\.relayCount) == [4])
    #expect(graph.relays.map(\.observerCount) == [3])
    #expect(graph.relays.map(\.unmanagedObserverCount) == [1])
    withExtendedLifetime(kept) {}
  }

  @Test func `Unmanaged observers of a relay with a key are endless, declared ones are not`() {
    SharedRelays.withFreshState {
      let relay = SharedRelay.of(.counted, default: 1)
      #expect(PharosGraph.current.endlessObservers.isEmpty)
      relay.map { $0 + 1 }.whenDidSet { _ in }
      let graph = PharosGraph.current
      #expect(graph.endlessObservers.map(\.valueType) == ["Swift.Int"])
      let keyed = graph.relays.first { $0.key == "test.counted" }
      #expect(keyed?.declaredObserverCount == 3)
      #expect(keyed?.observerCount == 3)
      #expect(keyed?.feeds == graph.endlessObservers.map(\.id))
    }
  }

  @Test func `The relays of the process are recorded between start and stop`() async {
    await #expect(processExitsWith: .success) {
      let before = SharedRelay(0)
      PharosGraph.startTracking()
      let relay = SharedRelay("")
      #expect(PharosGraph.current.relays.map(\.valueType) == ["Swift.String"])
      PharosGraph.stopTracking()
      #expect(PharosGraph.current.relays.isEmpty)
      withExtendedLifetime((before, relay)) {}
    }
  }

  @Test func `The graph has a description, and survives JSON`() throws {
    try SharedRelays.withFreshState {
      let relay = SharedRelay.of(.undeclared, default: 1, fileID: "Cart/Cart.swift", line: 3)
      relay.map(fileID: "Badge/Badge.swift", line: 4) { "\($0)" }.whenDidSet { _ in }
      let graph = PharosGraph.current
      #expect(
        graph.description == """
          #1 'test.undeclared' of Swift.Int (Cart/Cart.swift:3): 0 observers, feeds #2
          #2 relay of Swift.String (Badge/Badge.swift:4): 1 observer, 1 unmanaged
          """)
      let decoded = try JSONDecoder().decode(PharosGraph.self, from: Data(try graph.json().utf8))
      #expect(decoded == graph)
    }
  }
}

@Suite(.noObserversLeft) struct NoObserversLeftTests {
  @Test func `A test that leaves no observer passes`() {
    let relay = SharedRelay(1)
    relay.whenDidSet { _ in }
    relay.set(2)
  }

  @Test func `A test may share relays that have declared observers`() {
    SharedRelay.of(.counted, default: 1).set(2)
  }

  @Test func `A test whose retainer ends with it passes`() {
    let retainer = Retainer()
    SharedRelay.of(.counted, default: 1).addDidSet { _ in }.referenceManaged(by: retainer)
  }

  @Test func `A test that leaves an observer behind fails`() async throws {
    let test = try #require(Test.current)
    try await withKnownIssue {
      try await NoObserversLeft.noObserversLeft.provideScope(
        for: test, testCase: Test.Case.current
      ) {
        SharedRelay.of(.counted, default: 1).addDidSet { _ in }
      }
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("'test.counted' of Swift.Int (PharosTests/") }
    }
  }
}

/// Keeps relays beyond the body that makes them.
private final class Box {
  var relay: SharedRelay<Int>?
  var others: [AnyObject] = []
}
