import EditorServer
import SourceInspection
import Testing

@Suite struct SymbolTests {
  private func names(_ query: String, open: [String: String] = [:]) -> [String] {
    SampleProgram.answers(open: open.mapValues { Sketch($0).file })
      .symbols(matching: query).map(\.name)
  }

  @Test func `Letters in their order find a declaration, the best match first`() {
    #expect(names("RefFeed").first == "RefreshFeed")
    #expect(names("log").prefix(2) == ["Login", "logAccount"])
    #expect(names("ccnt").first == "cart.count")
    #expect(names("xyz") == [])
  }

  @Test func `Every declaration is found once by an empty query`() {
    let all = names("")
    #expect(all.filter { $0 == "cart.count" }.count == 1)
    #expect(all.contains("Store/product") && all.contains("kl://goods/{number:Int}"))
  }

  @Test func `Symbols of an open file are those of its text`() {
    #expect(
      names("Login", open: ["Account/Account.swift": #"#task("LoginAgain") {}"#])
        .contains("LoginAgain"))
    #expect(!names("Login", open: ["Account/Account.swift": ""]).contains("Login"))
  }

  @Test func `An outline has the declarations of a file in their order`() {
    let answers = SampleProgram.answers(open: [
      "Feed/Feed.swift": Sketch(SampleProgram.sources["Feed/Feed.swift"] ?? "").file
    ])
    let outline = answers.outline(of: "Feed/Feed.swift")
    #expect(
      outline.map(\.name)
        == ["userDidLogin", "RefreshFeed", "cartCount", "kl://Store/delete"])
    #expect(outline.allSatisfy { $0.module == "Feed" })
  }
}
