import Foundation
import ModularityTestSupport
import ModuleGraph
import ProgramTestSupport
import Testing

/// The graph for Graphviz and for Mermaid.
@Suite struct DrawingTests {
  /// Names of which every character could mean something.
  private static let awkward = #"a"b\c<d>&e;f|g#h%i`j{k}[l](m)-->n\n"#

  private static func graph(named name: String) -> ModuleGraph {
    var builder = ModuleGraph.Builder()
    builder.add(
      node: .init(
        id: "one", kind: .event, name: name, module: name,
        locations: [.init(fileID: "\(name)/F.swift", line: 1)]))
    builder.add(node: .init(id: "two", kind: .task, name: "\(name)\n2", module: "Other"))
    builder.add(edge: .init(from: "one", to: "two", kind: .init(rawValue: name)))
    return builder.graph()
  }

  /// The texts between quotes, with what Graphviz makes of them; nothing if one does
  /// not end.
  private static func quotedTexts(_ dot: String) -> [String]? {
    var texts: [String] = []
    var text: String?
    var isEscaped = false
    for character in dot {
      guard let open = text else {
        if character == "\"" { text = "" }
        continue
      }
      if isEscaped {
        text = open + (character == "n" ? "\n" : String(character))
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == "\"" {
        texts.append(open)
        text = nil
      } else {
        text = open + String(character)
      }
    }
    return text == nil ? texts : nil
  }

  @Test func `Graphviz reads every name unchanged`() throws {
    let graph = Self.graph(named: Self.awkward)
    let nodes = try #require(Self.quotedTexts(graph.dot(.nodes)))
    #expect(nodes.contains("\(Self.awkward)\nevent"))
    #expect(nodes.contains(Self.awkward))
    let modules = try #require(Self.quotedTexts(graph.dot(.modules)))
    #expect(modules.contains("\(Self.awkward)\n1 declared"))
  }

  @Test(arguments: Sweep.inputs(0..<100 as Range<UInt64>, oneIn: 4))
  func `Random names are quoted correctly`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let bytes = (0..<24).map { _ in UInt8.random(in: 0...255, using: &random) }
    let name = String(decoding: bytes, as: UTF8.self)
    let graph = Self.graph(named: name)
    for level in ModuleGraph.DetailLevel.allCases {
      #expect(Self.quotedTexts(graph.dot(level)) != nil)
      // What is between quotes has only numbered characters that mean something.
      for line in graph.mermaid(level).split(separator: "\n").dropFirst() {
        #expect(line.count { $0 == "\"" }.isMultiple(of: 2), "\(line)")
      }
    }
    #expect(graph.dot(.nodes).split(separator: "\n").count == 14)
  }

  @Test func `Mermaid gets every node and edge, with awkward characters as numbers`() {
    let text = Self.graph(named: Self.awkward).mermaid(.nodes)
    #expect(text.hasPrefix("flowchart LR\n"))
    #expect(text.contains("a#34;b#92;c#60;d#62;#38;e#59;f#124;g#35;h#37;i#96;j"))
    #expect(text.contains("  n0 -->|"))
  }

  @Test func `Everything is drawn once`() {
    let graph = ModuleGraph(records: SampleApp.records)
    let dot = graph.dot(.nodes).split(separator: "\n")
    #expect(dot.count { $0.contains(" -> n") && $0.hasPrefix("  n") } == graph.edges.count)
    #expect(dot.count { $0.contains("tooltip=") } == graph.nodes.count)
    #expect(dot.count { $0.contains("subgraph") } == graph.modules.count)
    let mermaid = graph.mermaid(.modules).split(separator: "\n")
    #expect(mermaid.count { $0.contains("|") } == graph.moduleEdges.count)
    #expect(mermaid.count == 1 + graph.modules.count + graph.moduleEdges.count)
  }

  private static let graphviz = ["/usr/bin/dot", "/usr/local/bin/dot", "/opt/homebrew/bin/dot"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  @Test(
    .enabled(
      if: graphviz != nil, "Graphviz is not installed: 'dot' is in none of the usual places"),
    arguments: ["sample", "awkward"], ModuleGraph.DetailLevel.allCases)
  func `Graphviz draws the graph`(name: String, level: ModuleGraph.DetailLevel) async throws {
    let graph =
      name == "sample"
      ? ModuleGraph(records: SampleApp.records) : Self.graph(named: Self.awkward)
    let files = try TemporaryFolder()
    let file = try files.write(graph.dot(level), to: "graph.dot")
    let result = try await Command(
      executable: URL(filePath: #require(Self.graphviz)), arguments: ["-Tsvg", file.path]
    ).succeed()
    #expect(result.output.contains("</svg>"))
    #expect(!result.errors.contains("syntax error"))
  }
}
