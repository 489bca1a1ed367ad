import Foundation
import ModularityTestSupport
import ModuleGraph
import ProgramTestSupport
import SectionRegistry
import Testing

/// What the articles say, held against what there is.
@Suite struct ArticleTests {
  private static func article(_ name: String) throws -> String {
    let catalog = Repository.file("Sources/Model/ModuleGraph/ModuleGraph.docc")
    return try String(contentsOf: catalog.appending(path: "\(name).md"), encoding: .utf8)
  }

  @Test func `The article on the JSON has every kind of node and edge, and every field`() throws {
    let article = try Self.article("Reading-the-Graph")
    let graph = ModuleGraph(records: SampleApp.records)
    for kind in ModuleGraph.Node.Kind.known {
      #expect(article.contains("| `\(kind)` |"), "\(kind)")
    }
    for kind in Set(graph.edges.map(\.kind)) { #expect(article.contains("`\(kind)`"), "\(kind)") }
    let object = try JSONSerialization.jsonObject(with: Data(graph.json().utf8))
    for field in try #require(object as? [String: Any]).keys {
      #expect(article.contains("| `\(field)` |"), "\(field)")
    }
  }

  @Test func `Links in the article on the page have the parameters that the page reads`() throws {
    let article = try Self.article("Exploring-the-Page")
    let page = ModuleGraph().html()
    let names = Set(article.matches(of: /[`&]([A-Za-z]+)=/).map { String($0.1) })
    #expect(
      names == [
        "search", "hide", "module", "select", "within", "steps", "view", "table", "sort", "page",
        "task", "state", "queue", "job", "jobName", "span", "lanes",
      ])
    for name in names { #expect(page.contains(" \(name): \""), "\(name)") }
  }

  /// The program of the landing page.
  @Test func `The records of a process become a page in a file`() throws {
    let files = try TemporaryFolder()
    let graph = ModuleGraph(records: SectionRegistry.records.map { DeclaredRecord($0) })
    for problem in graph.problems { #expect(!"\(problem)".isEmpty) }
    let file = files.appending(path: "modules.html")
    try graph.html(title: "My app").write(to: file, atomically: true, encoding: .utf8)
    #expect(try String(contentsOf: file, encoding: .utf8).contains("<title>My app</title>"))
  }
}
