import Declarations
import ModularityTestSupport
import ModuleGraph
import Testing

@testable import BinaryInspection

/// Answers and lock files that no program and no tool of ours writes.
@Suite struct HostileAnswerTests {
  private static let words = [
    "type", "case", "field", "job", "object", "cases", "rawValues", "single", "opaque", "A", "B",
    "C", "Swift.Int", "Swift.Array<A>", "Swift.Optional<B>", "A<B", "", "required", "optional",
    "always", String(repeating: "Swift.Array<", count: 200),
  ]

  @Test func `Any answer becomes schemas in which each named type has a form`() {
    var random = SeededGenerator(seed: 43)
    var observed = 0
    for _ in 0..<2_000 {
      var lines = [["job", "Send", "A"]]
      for _ in 0..<Int.random(in: 0...20, using: &random) {
        lines.append(
          (0..<Int.random(in: 0...5, using: &random)).map { _ in
            Self.words.randomElement(using: &random)!
          })
        if Bool.random(using: &random) {
          let names = ["A", "B", "C"]
          lines.append([
            "type", names.randomElement(using: &random)!, "single",
            names.randomElement(using: &random)!,
          ])
        }
      }
      var builder = SchemaBuilder(TypeCatalog([]), answers: InspectedProgram.Answers(lines))
      builder.add(
        DeclaredRecord(
          kind: "tjob", key: "Send", fileID: "Mail/M.swift", line: 1, id: 1, detail: "{}"))
      let schemas = builder.schemas
      let named =
        schemas.uses.flatMap(\.type.names)
        + schemas.forms.values.flatMap(\.types)
        .flatMap(\.names)
      #expect(named.allSatisfy { schemas.forms[$0] != nil })
      #expect(!schemas.lines.isEmpty)
      let reading = DataReading(writing: schemas.forms, reading: [:])
      _ = schemas.uses.flatMap { reading.problems(of: $0.type, as: $0.type) }
      if schemas.forms.values.contains(where: { if case .single = $0 { true } else { false } }) {
        observed += 1
      }
    }
    #expect(observed > 500)
  }

  @Test func `A damaged lock file is read, or its error names one of its lines`() {
    let text = """
      # The jobs.
      jobs that a store may hold
        Mail: Send (queue: mail, payload: Letter, result: Int?)
      types of values that a store may hold
        Mail.Letter {to: String, pages: [Mail.Page]}
        Mail.Page = blank | text(_0: String)
      """
    let schemas = DataSchemas(
      uses: [.init(kind: .job, name: "Send", role: .payload, type: .named("Mail.Letter"))],
      forms: ["Mail.Letter": .object([.init("to", .basic(.int))])])
    var random = SeededGenerator(seed: 44)
    var (readable, faulty) = (0, 0)
    for _ in 0..<2_000 {
      var bytes = Array(text.utf8)
      for _ in 0...Int.random(in: 0...4, using: &random) {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        if Bool.random(using: &random) {
          bytes[index] = UInt8.random(in: 0...127, using: &random)
        } else {
          bytes.remove(at: index)
        }
      }
      let damaged = String(decoding: bytes, as: UTF8.self)
      do throws(LockError) {
        _ = try LockedJobs(damaged).breakingChanges(to: schemas, formerNames: [:])
        readable += 1
      } catch {
        faulty += 1
        #expect((1...damaged.utf8.count { $0 == UInt8(ascii: "\n") } + 1).contains(error.line))
      }
    }
    #expect(readable > 100 && faulty > 100)
  }
}
