import Foundation
import ModularityTestSupport
import ProgramTestSupport
import SourceInspection
import Testing

struct DamagedStoreTests {
  @Test(arguments: ["units", "records"])
  func `A file of the store that was cut off is an error, or has no symbols`(
    folder: String
  ) async throws {
    let fixture = try await IndexFixture(
      module: "Shore",
      ["Shore.swift": "struct Tide { static let high = 4 }\nlet depth = [Tide.high]\n"])
    let unit = try #require(fixture.sourceUnits().first)
    let name = folder == "units" ? unit.name : unit.records[0]
    let file = try #require(fixture.file(named: name))
    let whole = try Data(contentsOf: file)
    for length in Sweep.inputs(0..<whole.count, oneIn: 7) {
      try whole.prefix(length).write(to: file)
      do {
        let store = try fixture.open()
        if folder == "units" {
          #expect(try store.unit(named: name).records.isEmpty)
        } else {
          #expect(try store.occurrences(inRecord: name) { _, _ in true }.isEmpty)
          try store.forEachSymbol(inRecord: name) { Issue.record("\($0.usr) is at \(length)") }
        }
      } catch {
        #expect("\(error)".contains("'\(name)'"))
      }
    }
  }

  @Test func `One file that was cut off leaves the others readable`() async throws {
    let fixture = try await IndexFixture(
      module: "Shore", ["Ebb.swift": "let ebb = 1\n", "Flow.swift": "let flow = 2\n"])
    let units = try fixture.sourceUnits()
    let file = try #require(fixture.file(named: units[0].records[0]))
    try Data(contentsOf: file).dropLast().write(to: file)
    let store = try fixture.open()
    let error = #expect(throws: IndexError.self) {
      try store.occurrences(inRecord: units[0].records[0]) { _, _ in true }
    }
    #expect(error?.description.contains("is incomplete. Remove the store and build") == true)
    let flow = try store.occurrences(inRecord: units[1].records[0]) { kind, _ in kind.isValue }
    #expect(flow.map(\.name) == ["flow"])
  }
}
