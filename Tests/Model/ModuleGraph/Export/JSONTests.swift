import Foundation
import ModularityTestSupport
import ModuleGraph
import ProgramTestSupport
import Spelling
import Testing

/// The graph as JSON, and back.
@Suite struct JSONTests {
  private static let sample = ModuleGraph(records: SampleApp.records, live: SampleApp.live)

  @Test func `A written graph is read back equal`() throws {
    #expect(try ModuleGraph(json: Self.sample.json()) == Self.sample)
    let large = ModuleGraph(records: LargeApp.records(nodes: 2_000))
    #expect(try ModuleGraph(json: large.json()) == large)
    #expect(try ModuleGraph(json: ModuleGraph().json()) == ModuleGraph())
  }

  @Test func `The text is that which an encoder writes of the whole graph`() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    var builder = ModuleGraph.Builder()
    builder.usesAreKnown = true
    let graphs = [
      Self.sample, ModuleGraph(records: LargeApp.records(nodes: 2_000)), ModuleGraph(),
      builder.graph(),
    ]
    for graph in graphs {
      let text = String(decoding: try encoder.encode(graph), as: UTF8.self)
      #expect(graph.json() == EscapedText.json(text))
    }
  }

  @Test func `A written graph fits the schema`() throws {
    let schema = try JSONSchema()
    #expect(try schema.faults(in: Self.sample.json()) == [])
    #expect(try schema.faults(in: ModuleGraph(records: SampleApp.records).json()) == [])
    #expect(try schema.faults(in: ModuleGraph().json()) == [])
  }

  @Test func `The schema rejects invalid graphs`() throws {
    let schema = try JSONSchema()
    let text = Self.sample.json()
    #expect(try !schema.faults(in: "{}").isEmpty)
    for (from, to) in [
      (#""formatVersion" : 1"#, #""formatVersion" : 2"#), ("\"line\" : 3\n", "\"line\" : \"3\"\n"),
      (#""severity" : "error""#, #""severity" : "bad""#), (#""certain" : true"#, #""sure" : true"#),
    ] {
      #expect(try !schema.faults(in: text.replacing(from, with: to)).isEmpty, "\(from)")
    }
  }

  @Test(arguments: 0..<5)
  func `The order of the records does not matter`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let shuffled = ModuleGraph(records: SampleApp.records.shuffled(using: &random))
    #expect(shuffled == ModuleGraph(records: SampleApp.records))
  }

  @Test func `Values keep their types`() throws {
    var builder = ModuleGraph.Builder()
    let attributes: [ModuleGraph.Attribute] = [
      .init("text", "7"), .init("whole", .number(7)), .init("part", .number(0.1)),
      .init("flag", true), .init("list", .list(["a", "1"])), .init("none", .list([])),
      .init("large", .number(1e300)), .init("word", "true"),
    ]
    builder.add(node: .init(kind: .init(rawValue: "mine"), name: "a", attributes: attributes))
    let graph = try ModuleGraph(json: builder.graph().json())
    #expect(graph.node("mine:a")?.attributes == attributes)
  }

  @Test(arguments: [
    ("", ModuleGraphError.Code.unreadable, "top level"),
    ("[1]", .unreadable, "top level"),
    (#"{"formatVersion":1}"#, .unreadable, "'nodes'"),
    (#"{"formatVersion":9}"#, .unknownVersion, "9"),
    (
      #"{"formatVersion":1,"nodes":[{"id":"a","kind":"b","name":7}],"edges":[]}"#, .unreadable,
      "'nodes[0].name'"
    ),
    (
      """
      {"formatVersion":1,"nodes":[],"edges":[{"from":"a","to":"b","kind":"c","certain":true}],\
      "modules":[],"moduleEdges":[],"problems":[]}
      """, .unknownNode, "'a'"
    ),
    (
      """
      {"formatVersion":1,"nodes":[{"id":"a","kind":"k","name":"n","places":[],"attributes":[],\
      "certainty":"declared"},{"id":"a","kind":"k","name":"n","places":[],"attributes":[],\
      "certainty":"declared"}],"edges":[],"modules":[],"moduleEdges":[],"problems":[]}
      """, .repeatedNode, "'a'"
    ),
  ])
  func `Unreadable JSON is rejected with the position`(
    json: String, code: ModuleGraphError.Code, words: String
  ) {
    let error = #expect(throws: ModuleGraphError.self) { try ModuleGraph(json: json) }
    #expect(error?.code == code)
    #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
  }

  @Test(arguments: Sweep.inputs(0..<300 as Range<UInt64>, oneIn: 5))
  func `Damaged text is read or rejected`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var bytes = Array(ModuleGraph(records: SampleApp.records.prefix(4)).json().utf8)
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      if Bool.random(using: &random) {
        bytes[place] = UInt8.random(in: 0...127, using: &random)
      } else {
        bytes.remove(at: place)
      }
    }
    do {
      let graph = try ModuleGraph(json: String(decoding: bytes, as: UTF8.self))
      #expect(!graph.json().isEmpty)
    } catch {
      #expect(!error.message.isEmpty)
    }
  }
}
