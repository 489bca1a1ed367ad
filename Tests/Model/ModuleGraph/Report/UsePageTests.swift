import ModuleGraph
import Testing

/// Uses on the page, in a browser.
@Suite(.inBrowser, .serialized)
struct UsePageTests {
  /// The part of the page about what is selected.
  private static func details(of selection: String, in graph: ModuleGraph) async throws -> Substring
  {
    let look = try await Browser().open(graph.html(), at: "select=\(selection)")
    #expect(look["errors"] == 0)
    #expect(look.console == [])
    return try #require(look.document.firstMatch(of: /id="details"[\s\S]*?<\/section>/)).output
  }

  @Test func `A selected node has the uses of it with origin and source location`() async throws {
    let details = try await Self.details(
      of: "route:Store%2Fdelete",
      in: UsedApp.graph(
        UsedApp.use(.calls, .route, "kl://Store/delete"),
        UsedApp.use(.calls, .route, "kl://Store/delete", in: "Cart", origin: .record),
        UsedApp.use(.calls, .route, "kl://Store/delete", in: "Web", origin: .trace, count: 12)))
    for text in [
      "Used by code", "Search/Use.swift:7", "code", "Cart/Use.swift:7", "#uses", "seen 12 times",
    ] { #expect(details.contains(text), "\(text)") }
    #expect(!details.contains("not looked at"))
  }

  @Test func `A selected module says why it is joined to others`() async throws {
    let details = try await Self.details(
      of: "module:Cargo",
      in: UsedApp.graph(UsedApp.use(.triggers, .event, "containerDidLand", in: "Cargo")))
    #expect(details.contains("which a wire of Customs takes"))
    #expect(details.contains("Shares with"))
    #expect(!details.contains("Reaches into"))
  }

  @Test(arguments: ["", "route:Store%2Fdelete"])
  func `The page says when uses were not read`(selection: String) async throws {
    let text = "Uses in code were not read."
    #expect(
      try await Self.details(of: selection, in: UsedApp.graph(known: false)).contains(text))
    #expect(
      try await !Self.details(of: selection, in: UsedApp.graph(known: true)).contains(text))
  }
}
