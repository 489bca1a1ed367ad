import ModuleGraph
import Testing

/// The page as text: what it asks for, and what it does with what it is given.
@Suite struct PageTests {
  private static let page = ModuleGraph(records: SampleApp.records, live: SampleApp.live)
    .html(title: "Harbor")

  @Test func `Nothing comes from outside`() {
    // Addresses of the app are data; what a browser would load has other forms.
    let page = Self.page.replacing("http://www.w3.org/2000/svg", with: "")
    for text in ["http://", "https://", "src=", "@import", "url(", "<link", "//cdn", "fetch("] {
      #expect(!page.contains(text), "\(text)")
    }
    #expect(page.contains("default-src 'none'"))
    #expect(!page.contains("unsafe-inline"))
  }

  @Test func `Only its own script and style have its word`() throws {
    let parts = Self.page.split(separator: "'nonce-")
    let nonce = try #require(parts.dropFirst().first?.prefix { $0 != "'" })
    #expect(nonce.count >= 16)
    #expect(Self.page.count(of: "nonce=\"\(nonce)\"") == 2)
    #expect(!Self.page.contains(" style="))
    #expect(!Self.page.contains(" onclick="))
  }

  @Test func `No declaration can end the data or the title`() throws {
    let name = "</script><script>alert(1)</script><!-- & \u{2028} '\""
    var builder = ModuleGraph.Builder()
    builder.add(node: .init(kind: .event, name: name, module: name))
    let page = builder.graph().html(title: name)
    #expect(!page.contains("<script>alert"))
    #expect(page.count(of: "</script>") == 2)
    #expect(page.contains("<title>&lt;/script&gt;"))
    let data = try #require(
      page.split(separator: "id=\"data\">").last?.split(separator: "</script>").first)
    #expect(try ModuleGraph(json: String(data)) == builder.graph())
  }

  @Test func `The same graph is the same page`() {
    let again = ModuleGraph(records: SampleApp.records.reversed(), live: SampleApp.live)
    #expect(again.html(title: "Harbor") == Self.page)
  }
}

extension String {
  /// How often a text is in this one.
  fileprivate func count(of text: String) -> Int { ranges(of: text).count }
}
