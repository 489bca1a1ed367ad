import EditorServer
import SourceInspection
import Testing

@Suite struct ReferenceTests {
  private func references(
    _ marked: String, includingDeclaration: Bool = false
  ) throws -> [String] {
    let path = "Feed/New.swift"
    let sketch = Sketch(marked)
    let answers = SampleProgram.answers(open: [path: sketch.file])
    let found = answers.references(
      at: try #require(sketch.cursor), in: path, includingDeclaration: includingDeclaration)
    return answers.words(found, texts: [path: sketch.file.text])
      .filter { !$0.hasPrefix("Feed/New.swift") }
  }

  @Test(arguments: [
    (
      #"Khala(str: "kl://Store/prod‸uct")"#,
      [
        "Account/Account.swift:4 kl://Store/product?id=1",
        "Feed/Feed.swift:3 kl://Store/product?id=7",
      ]
    ),
    (
      #"Khala(str: "kl://Store/del‸ete")"#,
      ["Feed/Feed.swift:5 kl://Store/delete", "Feed/Feed.swift:6 remove"]
    ),
    (
      "try KhalaStore.rem‸ove(id: 7)",
      ["Feed/Feed.swift:5 kl://Store/delete", "Feed/Feed.swift:6 remove"]
    ),
    (
      #"Rhea.trigger(event: .userDid‸Login)"#,
      [
        "Account/Account.swift:2 userDidLogin", "Account/Account.swift:3 userDidLogin",
        "Account/Account.swift:4 userDidLogin",
      ]
    ),
    (#"#task("A", dependsOn: ["Log‸in"]) {}"#, ["Feed/Feed.swift:2 Login"]),
    (#"runTask(named: "Refresh‸Feed")"#, ["Account/Account.swift:2 RefreshFeed"]),
    (#"Jobs.enqueue("Send‸Invoice")"#, ["Account/Account.swift:6 SendInvoice"]),
    (#"SharedRelay.of(.cart‸Count)"#, ["Feed/Feed.swift:4 cartCount"]),
  ])
  func `Uses of a name are found from any use of it`(
    _ row: (marked: String, expected: [String])
  ) throws {
    #expect(try references(row.marked) == row.expected)
  }

  @Test func `Definitions are among the references if they are wanted`() throws {
    #expect(
      try references(#"runTask(named: "Log‸in")"#, includingDeclaration: true)
        == ["Account/Account.swift:1 Login", "Feed/Feed.swift:2 Login"])
  }

  @Test func `Calls of a contract are found from its route in an open file`() throws {
    let call = Sketch("func a() throws { try KhalaStore.remove(id: 1) }")
    let store = Sketch("@KhalaModule final class Store {\n  func del‸ete(id: Int) {}\n}")
    let answers = SampleProgram.answers(open: [
      "Feed/New.swift": call.file, "Store/Store.swift": store.file,
      "Feed/Feed.swift": Sketch(try #require(SampleProgram.sources["Feed/Feed.swift"])).file,
    ])
    let found = answers.references(
      at: try #require(store.cursor), in: "Store/Store.swift", includingDeclaration: false)
    #expect(
      answers.words(found, texts: ["Feed/New.swift": call.file.text])
        == [
          "Feed/Feed.swift:5 kl://Store/delete", "Feed/Feed.swift:6 remove",
          "Feed/New.swift:1 remove",
        ])
    #expect(answers.lenses(in: "Store/Store.swift").map(\.title) == ["2 callers · 1 contract"])
  }

  @Test func `A use that is typed now is found, and one that was removed is not`() throws {
    let feed = Sketch("\n" + #"#task("Late", dependsOn: ["Login"]) {}"#)
    let account = Sketch(#"#task("Lo‸gin") {}"#)
    let answers = SampleProgram.answers(open: [
      "Feed/Feed.swift": feed.file, "Account/Account.swift": account.file,
    ])
    let found = answers.references(
      at: try #require(account.cursor), in: "Account/Account.swift", includingDeclaration: false)
    #expect(
      answers.words(found, texts: ["Feed/Feed.swift": feed.file.text])
        == ["Feed/Feed.swift:2 Login"])
  }
}
