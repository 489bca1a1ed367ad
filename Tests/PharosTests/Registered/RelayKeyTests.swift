import Pharos
import Synchronization
import Testing

@Suite struct RelayKeyTests {
  @Test func `Whoever asks for a key gets the same relay`() {
    SharedRelays.withFreshState {
      let relay = SharedRelay.of(.undeclared, default: 1)
      #expect(SharedRelay.of(.undeclared, default: 2) === relay)
      #expect(SharedRelay.existing(.undeclared) === relay)
      #expect(relay.value == 1)
      #expect(SharedRelays.keys == ["test.undeclared"])
    }
  }

  @Test func `Nobody's relay is not there`() {
    SharedRelays.withFreshState {
      #expect(SharedRelay.existing(.undeclared) == nil)
      #expect(SharedRelays.keys.isEmpty)
    }
  }

  @Test func `Keys of one name are equal, wherever they are declared`() {
    #expect(RelayKey<Int>("test.undeclared") == .undeclared)
    #expect(RelayKey<Int>("test.undeclared").hashValue == RelayKey<Int>.undeclared.hashValue)
    #expect(RelayKey<Int>.undeclared != .counted)
    #expect(RelayKey<Int>.undeclared.description == "test.undeclared")
  }

  @Test func `Asking for a key as another type names both places`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = SharedRelay.of(.mistyped, default: 1)
      _ = SharedRelay.of(.mistypedText, default: "")
    }
    let message = try String(decoding: #require(result).standardErrorContent, as: UTF8.self)
    #expect(message.contains("the key 'test.mistyped' of type 'String', declared at PharosTests/"))
    #expect(message.contains("is that of a relay of type 'Int', declared at PharosTests/"))
    #expect(message.contains("and made at PharosTests/RelayKeyTests.swift:"))
    #expect(message.contains("Declare the key once"))
  }

  @Test func `Threads that ask at the same time get one relay with its observers`() async {
    await SharedRelays.withFreshState {
      let before = contendedCount.load(ordering: .relaxed)
      let relays = await withTaskGroup(of: SharedRelay<Int>.self) { group in
        for _ in 0..<64 {
          group.addTask {
            let relay = SharedRelay.of(.contended, default: 0)
            relay.modify { $0 += 1 }
            return relay
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(relays.allSatisfy { $0 === relays[0] })
      #expect(relays[0].value == 64)
      #expect(contendedCount.load(ordering: .relaxed) - before == 64)
    }
  }
}
