import EditorServer
import SourceInspection
import Testing

@Suite struct LensTests {
  private func lenses(_ path: String) throws -> [String] {
    let text = try #require(SampleProgram.sources[path])
    let answers = SampleProgram.answers(open: [path: Sketch(text).file])
    return answers.lenses(in: path).map { lens in
      answers.words([FileRange(path: path, range: lens.range)])[0] + ": \(lens.title)"
    }
  }

  @Test func `A line over a declaration counts its uses`() throws {
    #expect(
      try lenses("Account/Account.swift") == [
        "Account/Account.swift:1 Login: 1 dependent",
        "Account/Account.swift:5 SendInvoice: 1 enqueuing call",
      ])
    #expect(
      try lenses("Feed/Feed.swift") == [
        "Feed/Feed.swift:1 userDidLogin: 1 trigger · 2 wires",
        "Feed/Feed.swift:2 RefreshFeed: 1 wire",
      ])
  }

  @Test func `A line over a constant counts listeners and observers, too`() throws {
    #expect(
      try lenses("Contracts/Names.swift") == [
        "Contracts/Names.swift:2 userDidLogin: 1 listener · 1 trigger · 2 wires",
        "Contracts/Names.swift:5 cartCount: 1 observer",
        "Contracts/Names.swift:6 accountChanged: 1 listener",
      ])
  }

  @Test func `A line has the places that it counts`() throws {
    let path = "Store/Store.swift"
    let text = try #require(SampleProgram.sources[path])
    let answers = SampleProgram.answers(open: [path: SourceFile(text: text)])
    let lens = try #require(answers.lenses(in: path).first)
    #expect(
      answers.words([FileRange(path: path, range: lens.range)]) == ["Store/Store.swift:2 product"])
    #expect(lens.title == "1 caller · 1 wire")
    #expect(
      answers.words(lens.places) == [
        "Account/Account.swift:4 kl://Store/product?id=1",
        "Feed/Feed.swift:3 kl://Store/product?id=7",
      ])
  }
}
