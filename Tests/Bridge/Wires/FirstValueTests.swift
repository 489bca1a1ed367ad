import Bridge
import Synchronization
import Testing

extension TypedRheaEvent<Int> {
  fileprivate static var count: Self { Self("first.count") }
}
extension RelayKey<Int> {
  fileprivate static var count: Self { Self("first.count") }
}

/// What the observers below have been told, for the test that runs them.
private enum Told {
  @TaskLocal static var lines: Seen<String>?
}

#observer(of: RelayKey<Int>.count, unique: true) { changes in
  Told.lines?.note("unique \(changes.new)")
}
#observer(of: RelayKey<Int>.count) { changes in Told.lines?.note("every \(changes.new)") }
#observer(of: RelayKey<Int>.count, replayingCurrent: true) { changes in
  Told.lines?.note("replaying \(changes.new)")
}

/// What becomes of a value for which a wire makes the relay.
@Suite struct FirstValueTests {
  @MainActor @Test func `Observers that wait for a relay receive its first value once`()
    async
  {
    await Bridge.withFreshState {
      let lines = Seen<String>()
      Bridge.connect(.event(TypedRheaEvent<Int>.count), to: .relay(RelayKey<Int>.count))
      await Told.$lines.withValue(lines) {
        await Rhea.run(event: TypedRheaEvent<Int>.count, param: 3)
        #expect(lines.values == ["unique 3", "every 3", "replaying 3"])
        await Rhea.run(event: TypedRheaEvent<Int>.count, param: 3)
        #expect(lines.values.dropFirst(3) == ["every 3", "replaying 3"])
        await Rhea.run(event: TypedRheaEvent<Int>.count, param: 4)
        #expect(lines.values.dropFirst(5) == ["unique 4", "every 4", "replaying 4"])
      }
    }
  }

  @MainActor @Test func `An existing relay is set`() async {
    await Bridge.withFreshState {
      let lines = Seen<String>()
      let relay = SharedRelay.of(RelayKey<Int>.count, default: 1)
      Bridge.connect(.event(TypedRheaEvent<Int>.count), to: .relay(RelayKey<Int>.count))
      await Told.$lines.withValue(lines) {
        await Rhea.run(event: TypedRheaEvent<Int>.count, param: 1)
        await Rhea.run(event: TypedRheaEvent<Int>.count, param: 2)
      }
      #expect(relay.value == 2)
      #expect(
        lines.values == ["every 1", "replaying 1", "unique 2", "every 2", "replaying 2"])
    }
  }

  @MainActor @Test func `A wire from the relay carries the first value, with its cause`()
    async
  {
    await Bridge.withFreshState {
      let errors = noteErrors()
      let seen = Seen<Int>()
      Bridge.connect(.relay(RelayKey<Int>.count), to: .perform("note") { seen.note($0) })
      Bridge.connect(
        .relay(RelayKey<Int>.count), to: .event(TypedRheaEvent<Int>.count), where: { $0 < 3 },
        map: { $0 + 1 })
      Bridge.connect(.event(TypedRheaEvent<Int>.count), to: .relay(RelayKey<Int>.count))
      await Rhea.run(event: TypedRheaEvent<Int>.count, param: 0)
      #expect(seen.values == [0, 1, 2, 3])
      #expect(errors.values.isEmpty)
    }
  }

  @MainActor @Test func `Later observers see the current value`() async {
    await Bridge.withFreshState {
      Bridge.connect(.event(TypedRheaEvent<Int>.count), to: .relay(RelayKey<Int>.count))
      await Rhea.run(event: TypedRheaEvent<Int>.count, param: 3)
      #expect(SharedRelay.existing(RelayKey<Int>.count)?.value == 3)
      #expect(SharedRelay.of(RelayKey<Int>.count, default: 9).value == 3)
    }
  }
}
