import EditorServer
import SourceInspection
import Testing

@Suite struct DefinitionTests {
  /// Returns the definitions at the cursor of a text that is open as a new file of `Feed`.
  private func definitions(_ marked: String, at path: String = "Feed/New.swift") throws -> [String]
  {
    let sketch = Sketch(marked)
    let answers = SampleProgram.answers(open: [path: sketch.file])
    let cursor = try #require(sketch.cursor)
    return answers.words(
      answers.definitions(at: cursor, in: path), texts: [path: sketch.file.text])
  }

  @Test(arguments: [
    (#"Khala(str: "kl://Sto‸re/product?id=7")"#, ["Store/Store.swift:2 product"]),
    (#"Khala(str: "kl://goods/{}‸")"#, ["Store/Store.swift:4 goods"]),
    (#"@KhalaCall("kl://Store/del‸ete") func remove(id: Int)"#, ["Store/Store.swift:3 delete"]),
    (#"Khala(str: "kl://Store/de‸lte")"#, []),
    ("try KhalaStore.rem‸ove(id: 7)", ["Store/Store.swift:3 delete"]),
    ("ids.map(KhalaStore.rem‸ove)", ["Store/Store.swift:3 delete"]),
    ("try KhalaStore.un‸known(id: 7)", []),
    (#"TaskManager.shared.runTask(named: "Lo‸gin")"#, ["Account/Account.swift:1 Login"]),
    (#"#task("A", dependsOn: ["Refresh‸Feed"]) {}"#, ["Feed/Feed.swift:2 RefreshFeed"]),
    (#"#task("A", dependsOn: [Log‸in.self]) {}"#, ["Account/Account.swift:1 Login"]),
    (#"Jobs.enqueue("‸SendInvoice")"#, ["Account/Account.swift:5 SendInvoice"]),
    (#"SharedRelay.of(.cart‸Count)"#, ["Contracts/Names.swift:5 cartCount"]),
    (#"SharedRelay.of("cart.co‸unt")"#, ["Contracts/Names.swift:5 cartCount"]),
    (
      #"Rhea.trigger(event: .userDid‸Login)"#,
      ["Contracts/Names.swift:2 userDidLogin", "Feed/Feed.swift:1 userDidLogin"]
    ),
    (#"Rhea.trigger(event: .cartDid‸Change)"#, ["Contracts/Names.swift:3 cartDidChange"]),
    (
      #"center.post(name: "account‸.changed")"#,
      ["Account/Account.swift:7 account.changed", "Contracts/Names.swift:6 accountChanged"]
    ),
    (#"#bridge(on: .userDidLogin, run: "Log‸in")"#, ["Account/Account.swift:1 Login"]),
    (
      #"#bridge(on: .userDidLogin, call: "kl://goods/{num‸ber}")"#, ["Store/Store.swift:4 goods"]
    ),
    (#"let ‸number = 1"#, []),
  ])
  func `A name leads to its declaration, its constant and what listens`(
    _ row: (marked: String, expected: [String])
  ) throws {
    #expect(try definitions(row.marked) == row.expected)
  }

  @Test func `A declaration that is typed now is known before it is built`() throws {
    #expect(
      try definitions(
        """
        #task("Warm") {}
        #task("B", dependsOn: ["Wa‸rm"]) {}
        """) == ["Feed/New.swift:1 Warm"])
    #expect(
      try definitions(
        """
        @KhalaModule final class Fresh { @Route("fresh/{id}") func open(id: Int) {} }
        func call() { Khala(str: "kl://fresh/‸7") }
        """) == ["Feed/New.swift:1 fresh/{id}"])
  }

  @Test func `The function of a contract that is typed now leads to its route`() throws {
    #expect(
      try definitions(
        """
        extension KhalaStore {
          @KhalaCall("kl://Store/product") static func prod‸uct(id: Int) throws
        }
        """) == ["Store/Store.swift:2 product"])
    #expect(
      try definitions(
        """
        extension KhalaStore { @KhalaCall("kl://Store/product") static func find(id: Int) throws }
        func call() throws { try KhalaStore.fi‸nd(id: 7) }
        """) == ["Store/Store.swift:2 product"])
  }

  @Test func `A declaration that was removed from an open file is no definition`() throws {
    let sketch = Sketch(#"func open() { Khala(str: "kl://goods/‸7") }"#)
    let answers = SampleProgram.answers(open: [
      "Store/Store.swift": SourceFile(text: "", outline: SourceOutline()),
      "Feed/Feed.swift": sketch.file,
    ])
    #expect(answers.definitions(at: try #require(sketch.cursor), in: "Feed/Feed.swift") == [])
  }

  @Test func `A declaration that only the compiler sees is there as long as its name is`() throws {
    let sketch = Sketch(#"func open() { runTask(named: "Lo‸gin") }"#)
    func definitions(_ text: String) throws -> [String] {
      let answers = SampleProgram.answers(open: [
        "Account/Account.swift": Sketch(text).file, "Feed/Feed.swift": sketch.file,
      ])
      return answers.words(
        answers.definitions(at: try #require(sketch.cursor), in: "Feed/Feed.swift"),
        texts: ["Account/Account.swift": text])
    }
    #expect(try definitions("\n#launchTask(Login)") == ["Account/Account.swift:2 Login"])
    // A use is no declaration.
    #expect(try definitions(#"runTask(named: "Login")"#) == [])
  }

  @Test func `Names of open files have the lines of the text and not of the build`() throws {
    let moved = Sketch("\n\n#task(\"Login\") {}")
    let sketch = Sketch(#"TaskManager.shared.runTask(named: "Lo‸gin")"#)
    let answers = SampleProgram.answers(open: [
      "Account/Account.swift": moved.file, "Feed/New.swift": sketch.file,
    ])
    let found = answers.definitions(at: try #require(sketch.cursor), in: "Feed/New.swift")
    #expect(
      answers.words(found, texts: ["Account/Account.swift": moved.file.text])
        == ["Account/Account.swift:3 Login"])
  }
}
