import ModularityTestSupport
import Pharos
import Testing

extension RelayKey<Int> {
  fileprivate static var scoped: Self { Self("test.scoped") }
}

extension RelayKey<String> {
  fileprivate static var scopedText: Self { Self("test.scoped") }
}

/// The relays with keys, for code that runs later elsewhere.
@Suite struct RelayScopeTests {
  private let seen = EventRecorder<String>()

  /// Observes the key in a scope.
  private func observe(_ scope: RelayScope) -> @Sendable () -> Void {
    scope.observe(.scoped, name: "wire", at: CodeLocation(fileID: "Feed/Wires.swift", line: 7)) {
      [seen] changes in
      seen.record(arrow(changes))
    }
  }

  @Test func `A scope belongs to the code that created it, wherever it is used`() async throws {
    let (scope, relay) = SharedRelays.withFreshState {
      (RelayScope.current, SharedRelay.of(.scoped, default: 1))
    }
    #expect(SharedRelay.existing(.scoped) == nil)
    let found = scope.relay(of: .scoped, with: 2)
    #expect(found.relay === relay)
    #expect(!found.isNew)
    let elsewhere = Task.detached { scope.relay(of: .scoped, with: 3).relay }
    #expect(await elsewhere.value === relay)
    #expect(relay.value == 1)
  }

  @Test func `A handler of errors that is set in a fresh state ends with it`() throws {
    let outer = EventRecorder<PharosError>()
    let inner = EventRecorder<PharosError>()
    // Each from a line of its own: an error is reported once for a line.
    func mistype(line: Int = #line) { _ = SharedRelay.existing(.scopedText, line: line) }
    SharedRelays.withFreshState {
      RelaySettings.errorHandler = { outer.record($0) }
      _ = SharedRelay.of(.scoped, default: 1)
      SharedRelays.withFreshState {
        _ = SharedRelay.of(.scoped, default: 1)
        mistype()
        #expect(outer.reset().map(\.code) == [.mistypedKey])
        RelaySettings.errorHandler = { inner.record($0) }
        mistype()
        #expect(inner.reset().map(\.code) == [.mistypedKey])
        #expect(outer.events.isEmpty)
      }
      mistype()
      #expect(outer.events.map(\.code) == [.mistypedKey])
      #expect(inner.events.isEmpty)
    }
  }

  @Test func `Setting a missing relay creates it with the value`() {
    SharedRelays.withFreshState {
      let (relay, isNew) = RelayScope.current.relay(of: .scoped, with: 4)
      #expect(isNew)
      #expect(relay.value == 4)
      #expect(SharedRelay.existing(.scoped) === relay)
    }
  }

  @Test(arguments: [false, true])
  func `An observer receives every change, added before or after the relay`(isLate: Bool) {
    SharedRelays.withFreshState {
      if isLate { SharedRelay.of(.scoped, default: 1).set(2) }
      let end = observe(.current)
      let relay = SharedRelay.of(.scoped, default: 2)
      relay.set(3)
      relay.set(3)
      end()
      end()
      relay.set(4)
      #expect(seen.events == ["2->3", "3->3"])
    }
  }

  @Test func `An observer that ends before the relay exists is never called`() {
    SharedRelays.withFreshState {
      observe(.current)()
      SharedRelay.of(.scoped, default: 1).set(2)
      #expect(seen.events.isEmpty)
      #expect(!SharedRelays.observers.contains { $0.key == "test.scoped" })
    }
  }

  @Test func `An observer is listed with its name and source location`() throws {
    try SharedRelays.withFreshState {
      let end = observe(.current)
      let observer = try #require(SharedRelays.observers.first { $0.key == "test.scoped" })
      #expect(observer.name == "wire")
      #expect(observer.location.fileID == "Feed/Wires.swift")
      #expect(observer.location.line == 7)
      #expect(observer.state == .waiting)
      end()
      #expect(!SharedRelays.observers.contains { $0.key == "test.scoped" })
    }
  }

  @Test func `Observers that end during concurrent sets are not called afterwards`() async {
    for _ in 0..<50 {
      await SharedRelays.withFreshState {
        let ended = EventRecorder<Void>()
        let end = RelayScope.current.observe(
          .scoped, name: "wire", at: CodeLocation(fileID: "A/B.swift", line: 1)
        ) { _ in
          // What is under way when it ends may still arrive, and nothing that begins then.
        }
        let last = RelayScope.current.observe(
          .scoped, name: "last", at: CodeLocation(fileID: "A/B.swift", line: 2)
        ) {
          [seen] changes in
          if !ended.events.isEmpty { seen.record(arrow(changes)) }
        }
        await withTaskGroup { group in
          group.addTask { SharedRelay.of(.scoped, default: 0).modify { $0 += 1 } }
          group.addTask { end() }
          group.addTask { last() }
        }
        ended.record(())
        SharedRelay.of(.scoped, default: 0).set(9)
      }
    }
    #expect(seen.events.isEmpty)
  }
}
