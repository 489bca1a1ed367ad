import Pharos
import Synchronization
import Testing

@Suite struct RelayKeyTests {
  @Test func `Declared keys are listed with their types and source locations`() throws {
    let keys = SharedRelays.declaredKeys.filter { $0.location.fileID.hasSuffix("/Keys.swift") }
    #expect(keys.map(\.name) == ["test.composed", "test.recorded", "test.recordedSet"])
    #expect(keys.map(\.valueType) == ["Array<Double>", "Array<Double>", "Set<Double>"])
    try #require(keys.count == 3)
    #expect(keys[0].location.line == keys[1].location.line + 1)
    #expect(
      keys[1].description
        == "PharosTests/Keys.swift:\(keys[1].location.line): key 'test.recorded' of type 'Array<Double>'"
    )
  }

  @Test func `Every lookup of a key returns the same relay`() {
    SharedRelays.withFreshState {
      let relay = SharedRelay.of(.undeclared, default: 1)
      #expect(SharedRelay.of(.undeclared, default: 2) === relay)
      #expect(SharedRelay.existing(.undeclared) === relay)
      #expect(relay.value == 1)
      #expect(SharedRelays.keys == ["test.undeclared"])
    }
  }

  @Test func `A relay that was never created is nil`() {
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

  @Test func `A key with another type is an error with both locations, and shares nothing`() async {
    await #expect(processExitsWith: .success) {
      let reported = Mutex<[PharosError]>([])
      RelaySettings.errorHandler = { error in reported.withLock { $0.append(error) } }
      let first = SharedRelay.of(.retyped, default: 1)
      let texts = (1...3).map { SharedRelay.of(.retypedText, default: "text \($0)") }

      let problems = SharedRelays.problems
      #expect(problems.map(\.code) == [.mistypedKey])
      let message = problems.first?.message ?? ""
      #expect(problems.first?.locations.first?.fileID == #fileID)
      #expect(
        message.contains("the key 'test.retyped' of type 'String', declared at PharosTests/Keys"))
      #expect(message.contains("names a relay of type 'Int', declared at PharosTests/Keys"))
      #expect(message.contains("and created at PharosTests/RelayKeyTests.swift:"))
      #expect(message.contains("a relay of its own, which is not shared. Declare the key once"))

      #expect(SharedRelay.existing(.retypedText) == nil)
      #expect(SharedRelays.problems.count == 2)
      #expect(SharedRelays.problems.last?.message.contains("The caller gets no relay.") == true)
      let errors = reported.withLock(\.self)
      #expect(errors.map { ModuleProblem($0, at: $0.locations) } == SharedRelays.problems)

      texts[0].set("other")
      first.set(2)
      #expect(texts.map(\.value) == ["other", "text 2", "text 3"])
      #expect(SharedRelay.of(.retyped, default: 3) === first)
      #expect(first.value == 2)
    }
  }

  @Test func `A scope with a key of another type returns an unshared relay`() async {
    await #expect(processExitsWith: .success) {
      let reported = Mutex<[PharosError]>([])
      RelaySettings.errorHandler = { error in reported.withLock { $0.append(error) } }
      let first = SharedRelay.of(.retyped, default: 1)
      let text = RelayScope.current.relay(of: .retypedText, with: "text").relay
      #expect(text.value == "text")
      #expect(first.value == 1)
      #expect(reported.withLock { $0.map(\.code) } == [.mistypedKey])
    }
  }

  @Test func `Threads that look up a key with two types get a relay each`() async {
    await #expect(processExitsWith: .success) {
      let reported = Mutex<Set<PharosError>>([])
      RelaySettings.errorHandler = { error in _ = reported.withLock { $0.insert(error) } }
      for _ in 0..<200 {
        await SharedRelays.withFreshState {
          async let number = SharedRelay.of(.retyped, default: 1)
          async let text = SharedRelay.of(.retypedText, default: "text")
          let values = await (number.value, text.value)
          #expect(values == (1, "text"))
          let shared = await [
            number === SharedRelay.existing(.retyped), text === SharedRelay.existing(.retypedText),
          ]
          #expect(shared.filter(\.self).count == 1)
          let codes = SharedRelays.problems.map(\.code)
          // The one at the relays' making, and that of looking for the one that is missing.
          #expect(codes == [.mistypedKey, .mistypedKey])
        }
      }
      let places = reported.withLock(\.count)
      #expect(places >= 1)
    }
  }

  @Test func `Concurrent lookups get one relay with its observers`() async {
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
