import BinaryInspection
import Foundation
import ModularityTestSupport
import Testing

@testable import TaskStore

/// A program that answers about its jobs before `main`.
@Suite struct ProgramAnswerTests {
  private static let path = Bundle.main.bundleURL.appending(path: "TaskStoreFixture").path

  @Test func `The program describes what its file does not prove`() throws {
    let program = try InspectedProgram(paths: [Self.path])
    #expect(program.schemas().lines.filter { $0.contains(" is opaque: ") }.count == 3)
    let schemas = program.schemas(completedBy: try program.ask(.init(describingTypes: true)))
    let lines = schemas.lines.map { $0.trimmingCharacters(in: .whitespaces) }
    for line in [
      "payload: [TaskStoreFixture.Fragile]",
      "result: TaskStoreFixture.Size",
      "TaskStoreFixture.Fragile is opaque: its code crashes by signal \(SIGILL)",
      "TaskStoreFixture.Label {s: TaskStoreFixture.Size, owner: TaskStoreFixture.Owner, "
        + "style: TaskStoreFixture.Style, marks: [TaskStoreFixture.Mark], next: Int?}",
      "TaskStoreFixture.Size: String = S | L",
      "TaskStoreFixture.Owner as String",
      "TaskStoreFixture.Style {font: String, weight: Int or default}",
      "TaskStoreFixture.Mark = both(_0: TaskStoreFixture.Mark, _1: TaskStoreFixture.Mark) | "
        + "text(_0: String) | b(width: Int, height: Int?)",
    ] { #expect(lines.contains(line), "\(lines)") }
  }

  @Test func `The program decodes payloads, and its reasons contain no values`() throws {
    let label = #"{"s":"S","owner":"secret","style":{"font":"secret"},"marks":[]}"#
    let program = try InspectedProgram(paths: [Self.path])
    let answers = try program.ask(
      .init(
        payloads: [
          ("PrintLabel", label),
          ("PrintLabel", label.replacing("\"S\"", with: "\"secret\"")),
          ("PrintLabel", label.replacing("[]", with: #"[{"b":{"height":1}}]"#)),
          ("PrintLabel", "secret"),
          ("Smash", "[1001]"),
          ("Smash", #"["secret"]"#),
          ("Unknown", "secret"),
        ]))
    #expect(
      answers.unreadable == [
        1: "'s' is not valid", 2: "'marks[].b.width' is missing", 3: "the value is not valid",
        5: "'[]' is not read as Int", 6: "its job is not declared",
      ])
  }

  @Test func `Payloads of a store are decoded by the program to deploy`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("tasks.sqlite")
    let store = SQLiteStore(at: path)
    try await store.open()
    let label = #"{"s":"S","owner":"A","style":{"font":"B"},"marks":[]}"#
    _ = try await store.enqueue(
      ["1", label, "2", label].map { NewJob(name: "PrintLabel", payload: $0) }
        + [NewJob(name: "PrintLabel", queue: "o'clock", payload: label)])
    var inventory = try StoreInventory.read(.sqlite(path: path), sampleCount: 3)
    #expect(inventory.jobs.map { $0.samples.map(\.id) } == [["4", "3", "2"], ["5"]])
    try inventory.decodeSamples(with: InspectedProgram(paths: [Self.path]))
    #expect(
      inventory.jobs.map(\.decoding) == [
        .init(
          count: 3,
          failures: [.init(id: "3", reason: "the value is not read as Dictionary<String, Any>")]),
        .init(count: 1, failures: []),
      ])
  }

  @Test func `A program that cannot answer is not started`() throws {
    let other = Bundle.main.bundleURL.appending(path: "TaskKitFixture").path
    let program = try InspectedProgram(paths: [other])
    let error = #expect(throws: InspectedProgram.NoAnswer.self) {
      try program.ask(.init(describingTypes: true))
    }
    #expect(error?.description.contains("cannot answer, because it contains no TaskStore") == true)
  }

  @Test func `A program that crashes before it answers is an error`() throws {
    let program = try InspectedProgram(paths: [Self.path])
    let error = #expect(throws: InspectedProgram.NoAnswer.self) {
      try program.ask(.init(payloads: [("Break", "[1]")]))
    }
    #expect(error?.description == "'\(Self.path)' crashes by signal \(SIGILL)")
  }
}
