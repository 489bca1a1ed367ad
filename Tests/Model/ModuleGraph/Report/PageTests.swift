import ModularityTestSupport
import ModuleGraph
import Testing

/// The page as text: what it asks for, and what it does with what it is given.
@Suite struct PageTests {
  private static let page = ModuleGraph(records: SampleApp.records, live: SampleApp.live)
    .html(title: "Harbor")

  @Test func `The page loads nothing from outside`() {
    // Addresses of the app are data; what a browser would load has other forms.
    let page = Self.page.replacing("http://www.w3.org/2000/svg", with: "")
    for text in ["http://", "https://", "src=", "@import", "url(", "<link", "//cdn"] {
      #expect(!page.contains(text), "\(text)")
    }
    // Nor does its policy let it ask for anything, as it does on the page of a running app.
    #expect(page.contains("default-src 'none'"))
    #expect(!page.contains("connect-src"))
    #expect(!page.contains("<meta name=\"modkit-live\""))
    #expect(!page.contains("unsafe-inline"))
  }

  @Test func `The content policy permits only the page's script and style`() throws {
    let parts = Self.page.split(separator: "'nonce-")
    let nonce = try #require(parts.dropFirst().first?.prefix { $0 != "'" })
    #expect(nonce.count >= 16)
    #expect(Self.page.count(of: "nonce=\"\(nonce)\"") == 2)
    #expect(!Self.page.contains(" style="))
    #expect(!Self.page.contains(" onclick="))
  }

  @Test func `No declaration can close the data or the title element`() throws {
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

  @Test func `No combination of names adds markup to the page`() {
    /// U+0600 and its like join what is behind them, others what is before them.
    let joiners: [Unicode.Scalar] = [
      "\u{600}", "\u{605}", "\u{6DD}", "\u{70F}", "\u{D4E}", "\u{110BD}", "\u{11F02}", "\u{301}",
      "\u{200D}", "\u{FE0F}", "\u{1F3FD}", "\u{E0041}", "\u{200B}", "\u{D}", "\u{20E3}",
    ]
    let parts = ["<form action=x>", "</script>", "<!--", "&lt;", "\"'>", "<", "a"]
    func tags(_ page: String) -> Int { page.unicodeScalars.count { $0 == "<" } }
    func page(_ name: String) -> String {
      var builder = ModuleGraph.Builder()
      builder.add(node: .init(kind: .event, name: name, module: name))
      return builder.graph().html(title: name)
    }
    let plain = tags(page("name"))
    var generator = SeededGenerator(seed: 1_536)
    for _ in 0..<200 {
      var name = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        name.append(joiners.randomElement(using: &generator) ?? "a")
        name.append(contentsOf: (parts.randomElement(using: &generator) ?? "a").unicodeScalars)
      }
      #expect(tags(page(String(name))) == plain, "\(name.map(\.value))")
      // In JSON texts are written in quotes of their own, which a name cannot end.
      let data = page(String(name)).split(separator: "id=\"data\">").last?
        .split(separator: "</script>").first
      #expect(
        (try? ModuleGraph(json: String(data ?? "")))?.nodes.map(\.name) == [String(name)])
    }
  }

  @Test func `Equal graphs make equal pages`() {
    let again = ModuleGraph(records: SampleApp.records.reversed(), live: SampleApp.live)
    #expect(again.html(title: "Harbor") == Self.page)
  }
}

extension String {
  /// How often a text is in this one.
  fileprivate func count(of text: String) -> Int { ranges(of: text).count }
}
