import SectionRegistry
import Testing

#record("link", key: "file scope", as: String.self) { "of the test target" }

/// Records that a test target declares itself; this one needs no other program.
@Suite struct InProcessTests {
  #record("link", key: "type", as: Int.self, priority: 1) { 42 }

  @Test func `swift test finds the records that its test targets declare`() throws {
    let records = SectionRegistry.records(of: "link")
    try #require(records.map(\.key) == ["type", "file scope"])
    #expect(records.allSatisfy { $0.fileID == "LinkMatrixTests/InProcessTests.swift" })
    #expect(records.map(\.line) == [8, 4])
    #expect(records[0].load(as: Int.self) == 42)
    #expect(records[1].load(as: String.self) == "of the test target")
  }
}
