import ModularityTestSupport
import SectionRegistry
import Synchronization
import Testing

#record("dvl1", key: "second", as: String.self, priority: 1) { "second" }
#record("dvl1", key: "first", as: String.self, priority: 2) { "first" }
#record("dvl1", key: "number", as: Int.self) { 3 }
#record("dvl2", key: "third", as: String.self, priority: 9) { "third" }

/// The values of records, each evaluated once.
@Suite(.serialized) struct DeclaredValuesTests {
  @Test func `Values come by kind and then in the order of the registry, each evaluated once`() {
    let evaluated = EventRecorder<String>()
    let values = DeclaredValues<String>(of: "dvl1", "dvl2") { record in
      evaluated.record(record.key)
      return record.load(as: String.self)
    }
    #expect(values.values { $0.key == "second" } == ["second"])
    #expect(evaluated.events == ["second"])
    for _ in 1...3 { #expect(values.all == ["first", "second", "third"]) }
    // Also the record that declares another type is asked once only.
    #expect(evaluated.events == ["second", "first", "number", "third"])
  }

  @Test func `Values of disabled records are left out while they are disabled`() {
    let evaluated = EventRecorder<String>()
    let values = DeclaredValues<String>(of: "dvl2", "dvl1") { record in
      evaluated.record(record.key)
      return record.key
    }
    #expect(values.all == ["third", "first", "second", "number"])
    let filter = RecordFilter.key("dvl1", "first")
    SectionRegistry.disable(filter)
    #expect(values.all == ["third", "second", "number"])
    SectionRegistry.enable(filter)
    #expect(values.all == ["third", "first", "second", "number"])
    #expect(evaluated.events.count == 4)
  }

  @Test func `All threads get the same values`() async {
    final class Box: Sendable {}
    let values = DeclaredValues<Box>(of: "dvl1", "dvl2") { _ in Box() }
    let all = await withTaskGroup(of: [ObjectIdentifier].self) { group in
      for _ in 0..<16 { group.addTask { values.all.map { ObjectIdentifier($0) } } }
      return await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(all.count == 1)
    #expect(all.first?.count == 4)
  }
}
