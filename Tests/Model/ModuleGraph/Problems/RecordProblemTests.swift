import Declarations
import ModularityTestSupport
import ModuleGraph
import Testing

/// What is found to be wrong with records as such, whatever stands in them.
@Suite struct RecordProblemTests {
  static let kinds = [
    "rhea", "phob", "khla", "khct", "task", "tnot", "tsch", "life", "wire", "mine",
  ]

  @Test(arguments: kinds, ["{", "[]", "7", "\"text\"", "nonsense"])
  func `A detail that is not an object is an error, and its declaration is shown`(
    kind: String, detail: String
  ) throws {
    let graph = ModuleGraph(records: [.sample(kind, "key", "A/A.swift", 3, detail)])
    let problem = try #require(graph.problems.first { $0.code == .unreadableDetail })
    #expect(problem.severity == .error)
    #expect(problem.locations.map(\.description) == ["A/A.swift:3"])
    #expect(problem.nodes.allSatisfy { graph.node($0) != nil })
    #expect(graph.nodes(ofModule: "A").count == 1)
  }

  @Test(arguments: [
    ("task", #"{"on":7}"#, "'on' is a number, but must be a list of strings"),
    ("task", #"{"on":["a",{}]}"#, "'on' is an object, but must be texts only"),
    ("task", #"{"on":["idle"],"dependsOn":[{}]}"#, "it has no 'dependsOn[0].name'"),
    ("tsch", #"{"repeat":"often"}"#, "'repeat' is 'often'"),
    ("wire", #"{"to":{"kind":"event","name":"a"}}"#, "it has no 'from'"),
    ("wire", #"{"from":{"name":"a"},"to":{}}"#, "it has no 'from.kind'"),
    ("rhea", #"{"func":[]}"#, "'func' is a list, but must be a text"),
    ("phob", #"{"unique":"yes"}"#, "'unique' is a text, but must be true or false"),
  ])
  func `A detail of the wrong shape is reported with its path`(
    kind: String, detail: String, words: String
  ) throws {
    let graph = ModuleGraph(records: [.sample(kind, "key", "A/A.swift", 3, detail)])
    let problem = try #require(graph.problems.first { $0.code == .unreadableDetail })
    #expect(problem.message.contains(words), "\(problem.message)")
    #expect(problem.nodes.contains { graph.node($0)?.module == "A" })
  }

  @Test func `A duplicate of a unique key is an error`() throws {
    let graph = ModuleGraph(records: [
      .sample("mine", "a", "A/A.swift", 1, flags: .unique),
      .sample("mine", "a", "B/B.swift", 2, flags: .unique),
      .sample("mine", "b", "A/A.swift", 3), .sample("mine", "b", "A/A.swift", 4),
    ])
    #expect(graph.problems.map(\.code) == [.duplicateKey])
    #expect(graph.problems[0].locations.map(\.description) == ["B/B.swift:2", "A/A.swift:1"])
    #expect(graph.nodes.map(\.id) == ["mine:a", "mine:a~2", "mine:b", "mine:b~2"])
  }

  @Test func `A record in two images is shown once, with a warning`() throws {
    var first = DeclaredRecord.sample("rhea", "load", "A/A.swift", 1, id: 7)
    first.imagePath = "/app"
    var second = first
    second.imagePath = "/libA.so"
    let graph = ModuleGraph(records: [first, second])
    #expect(graph.nodes(of: .callback).count == 1)
    #expect(graph.problems.map(\.code) == [.duplicateRecord])
    #expect(graph.problems[0].message.contains("/app and /libA.so"))
  }

  @Test func `Two classes of one name are a problem of Khala, with both nodes`() throws {
    let detail = #"{"type":"T","functions":[]}"#
    let graph = ModuleGraph(records: [
      .sample("khla", "Feed", "A/A.swift", 1, detail),
      .sample("khla", "Feed", "B/B.swift", 2, detail),
    ])
    #expect(graph.problems.map(\.code) == [.duplicateClass])
    #expect(Set(graph.problems[0].nodes) == ["class:Feed", "class:Feed~2"])
  }

  @Test func `Conflicting routes are an error, a covered route is a warning`() {
    func records(_ one: String, _ other: String) -> [DeclaredRecord] {
      [
        .sample(
          "khla", "A", "A/A.swift", 1,
          #"{"type":"A","functions":[{"name":"a","routes":[\#(one)]}]}"#),
        .sample(
          "khla", "B", "B/B.swift", 1,
          #"{"type":"B","functions":[{"name":"b","routes":[\#(other)]}]}"#),
      ]
    }
    let conflict = ModuleGraph(
      records: records(#"{"pattern":"x/{a}"}"#, #"{"pattern":"x/{b}"}"#))
    #expect(conflict.problems.map { "\($0.code) \($0.severity)" } == ["conflictingRoutes error"])
    let behind = ModuleGraph(
      records: records(#"{"pattern":"x/{a}","priority":3}"#, #"{"pattern":"x/y"}"#))
    #expect(behind.problems.map { "\($0.code) \($0.severity)" } == ["unreachableRoute warning"])
  }

  // MARK: - Garbage

  @Test(arguments: 0..<40)
  func `Random bytes in every field yield a consistent graph`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    func text(_ most: Int) -> String {
      let bytes = (0..<Int.random(in: 0...most, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      return String(decoding: bytes, as: UTF8.self)
    }
    let records = (0..<60).map { _ in
      DeclaredRecord(
        kind: Bool.random(using: &random)
          ? RecordKind(stringLiteral: Self.kinds.randomElement(using: &random)!)
          : RecordKind(rawValue: .random(in: 0...(.max), using: &random)),
        key: text(12), fileID: text(9), line: Int.random(in: -5...(.max), using: &random),
        priority: Int.random(in: .min...(.max), using: &random),
        flags: RecordFlags(rawValue: .random(in: 0...(.max), using: &random)),
        id: .random(in: 0...90, using: &random), detail: text(60))
    }
    try Self.expectWhole(ModuleGraph(records: records))
  }

  @Test(arguments: 0..<60)
  func `Slightly wrong details yield a consistent graph`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let records = SampleApp.records.map { record in
      var record = record
      var bytes = Array(record.detail.utf8)
      for _ in 0..<Int.random(in: 0...3, using: &random) where !bytes.isEmpty {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0...2, using: &random) {
        case 0: bytes[place] = Array(#"{}[]",:019tfn.e-"#.utf8).randomElement(using: &random)!
        case 1: bytes.remove(at: place)
        default: bytes.insert(bytes[Int.random(in: 0..<bytes.count, using: &random)], at: place)
        }
      }
      record.detail = String(decoding: bytes, as: UTF8.self)
      if Int.random(in: 0...9, using: &random) == 0 {
        record.kind = RecordKind(stringLiteral: Self.kinds.randomElement(using: &random)!)
      }
      return record
    }
    try Self.expectWhole(ModuleGraph(records: records))
  }

  @Test(arguments: kinds, [100, 600, 100_000])
  func `Deeply nested JSON is read or rejected`(kind: String, depth: Int) throws {
    let deep = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let graph = ModuleGraph(records: [
      .sample(kind, "key", "A/A.swift", 3, #"{"from":\#(deep),"on":\#(deep),"x":\#(deep)}"#)
    ])
    try Self.expectWhole(graph)
  }

  /// Checks what holds for every graph.
  static func expectWhole(_ graph: ModuleGraph) throws {
    let ids = Set(graph.nodes.map(\.id))
    #expect(ids.count == graph.nodes.count)
    for edge in graph.edges { #expect(ids.contains(edge.from) && ids.contains(edge.to)) }
    for problem in graph.problems {
      #expect(!problem.message.isEmpty)
      #expect(problem.nodes.allSatisfy(ids.contains), "\(problem)")
    }
    for edge in graph.moduleEdges {
      #expect(graph.module(edge.from) != nil && graph.module(edge.to) != nil)
      #expect(!edge.reasons.isEmpty && edge.from != edge.to)
    }
    #expect(try ModuleGraph(json: graph.json()) == graph)
    for level in ModuleGraph.DetailLevel.allCases {
      _ = graph.dot(level)
      _ = graph.mermaid(level)
    }
    _ = graph.html()
  }
}
