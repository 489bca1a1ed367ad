import Pharos
import Testing

@RelayKeys extension RelayKey<Int> {
  static var renamed: Self { Self("test.renamed", formerly: "test.earlier", "test.earliest") }
}

#observer(of: RelayKey<Int>("test.earlier")) { changes in Told.note("earlier \(arrow(changes))") }

/// The names of a renamed key.
@Suite struct FormerKeyTests {
  @Test(arguments: [["test.renamed", "test.earlier"], ["test.earliest", "test.renamed"]])
  func `Lookups of all names return one relay, whichever comes first`(names: [String]) {
    SharedRelays.withFreshState {
      let relay = SharedRelay.of(RelayKey<Int>(names[0]), default: 1)
      #expect(SharedRelay.of(RelayKey<Int>(names[1]), default: 2) === relay)
      #expect(SharedRelay.existing(RelayKey<Int>(names[1])) === relay)
      #expect(SharedRelay.existing(RelayKey<Int>("test.earlier")) === relay)
      #expect(SharedRelays.keys == ["test.renamed"])
    }
  }

  @Test func `An observer of an earlier name is notified, and listed under the current one`() {
    let told = Told.inFreshState {
      let observer = SharedRelays.observers.first { $0.key == "test.renamed" }
      #expect(observer?.state == .waiting)
      SharedRelay.of(.renamed, default: 1).set(2)
      #expect(SharedRelays.observers.first { $0.key == "test.renamed" }?.state == .observing)
      #expect(!SharedRelays.observers.contains { $0.key == "test.earlier" })
    }
    #expect(told == ["earlier 1->2"])
  }

  @Test func `An observer that a scope adds under an earlier name can be removed`() {
    SharedRelays.withFreshState {
      let relay = SharedRelay.of(.renamed, default: 1)
      let told = Told()
      let remove = RelayScope.current.observe(
        RelayKey<Int>("test.earliest"), name: "wire", at: CodeLocation(fileID: "A/B.swift", line: 1)
      ) { changes in Told.$current.withValue(told) { Told.note(arrow(changes)) } }
      relay.set(2)
      remove()
      relay.set(3)
      #expect(told.lines == ["1->2"])
    }
  }

  @Test func `An earlier name with another type is an error, and shares nothing`() async {
    await #expect(processExitsWith: .success) {
      RelaySettings.errorHandler = { _ in }
      SharedRelay.of(.renamed, default: 1).set(2)
      let text = SharedRelay.of(RelayKey<String>("test.earlier"), default: "text")
      #expect(text.value == "text")
      #expect(SharedRelays.problems.map(\.code).contains(.mistypedKey))
    }
  }
}
