import EditorServer
import SourceInspection
import Testing

@Suite struct CompletionTests {
  private func completions(
    _ marked: String, at path: String = "Feed/New.swift"
  ) throws -> [Completion] {
    let sketch = Sketch(marked)
    let answers = SampleProgram.answers(open: [path: sketch.file])
    return answers.completions(at: try #require(sketch.cursor), in: path)
  }

  @Test(arguments: [
    (
      #"Khala(str: "kl://Sto‸")"#,
      [
        "kl://Store/", "kl://Store/delete?id=${1:id}", "kl://Store/goods?number=${1:number}",
        "kl://Store/product?id=${1:id}",
      ]
    ),
    (#"Khala(str: "kl://goods‸")"#, ["kl://goods/${1:number}"]),
    (#"Khala(str: "kl://Store/prod‸")"#, ["kl://Store/product?id=${1:id}"]),
    (
      #"Khala(str: "kl://Store/product?‸")"#,
      [
        "kl://Store/product?id=${1:id}", "kl://Store/product?page=${1:page}",
      ]
    ),
    (#"Khala(str: "kl://Store/product?id=1&p‸")"#, ["kl://Store/product?id=1&page=${1:page}"]),
    ("try KhalaStore.‸", ["remove"]),
    ("try KhalaStore.re‸m(id: 7)", ["remove"]),
    (#"extension KhalaStore { @KhalaCall("kl://Store/delete") static func ‸rem() }"#, []),
    (#"runTask(named: "‸")"#, ["RefreshFeed", "Login", "logAccount", "nightly"]),
    (#"runTask(named: "fresh‸")"#, ["RefreshFeed"]),
    (#"Jobs.enqueue("s‸")"#, ["SendInvoice"]),
    (#"SharedRelay.of("‸")"#, ["cart.count"]),
    (#"SharedRelay.of(.cart‸)"#, ["cartCount"]),
    (#"Rhea.trigger(event: .user‸)"#, ["userDidLogin"]),
    (#"Rhea.trigger(event: "‸")"#, ["cart.changed", "userDidLogin"]),
    (#"center.post(name: "‸x")"#, ["account.changed"]),
    (#"#schedule("a", cron: "@da‸") {}"#, ["@daily"]),
    (#"#schedule("a", cron: "0 9 * * MON-F‸") {}"#, ["0 9 * * MON-FRI", "0 9 * * MON-FRIL"]),
    (#"#schedule("a", cron: "0 0 1 J‸ *") {}"#, ["0 0 1 JAN *", "0 0 1 JUN *", "0 0 1 JUL *"]),
    (#"#schedule("a", cron: "0 2 * * *", zone: "sto‸") {}"#, ["Europe/Stockholm"]),
    (#"#schedule("a", on: .daily(at: "09:‸"))"#, ["09:00", "09:30"]),
    ("let x‸ = 1", []),
  ])
  func `A name is completed by what exists`(
    _ row: (marked: String, expected: [String])
  ) throws {
    #expect(try completions(row.marked).map(\.newText) == row.expected)
  }

  @Test func `A completion replaces the content of its literal`() throws {
    let found = try completions(#"Khala(str: "kl://goods‸/7")"#)
    let range = TextRange(TextPosition(line: 0, column: 12), TextPosition(line: 0, column: 24))
    #expect(found.map(\.range) == [range])
    #expect(found.first?.isSnippet == true)
    #expect(found.first?.label == "kl://goods/{number}")
    #expect(found.first?.detail == "Store.goods(number: Int) · Store")
  }

  @Test func `Events of tasks are completed by those that TaskKit has`() throws {
    let found = try completions(#"#task("a", on: .didBecome‸) {}"#)
    #expect(found.map(\.newText) == ["didBecomeActive"])
  }

  @Test func `Names of the file's own module come first`() throws {
    let found = try completions(#"runTask(named: "‸")"#, at: "Account/New.swift")
    #expect(found.map(\.newText) == ["Login", "logAccount", "nightly", "RefreshFeed"])
  }

  @Test func `Names of an open file are known before they are built`() throws {
    let found = try completions(
      """
      #task("Fresh") {}
      runTask(named: "fresh‸")
      """)
    #expect(found.map(\.newText) == ["Fresh", "RefreshFeed"])
  }
}
