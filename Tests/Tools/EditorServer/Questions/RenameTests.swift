import EditorServer
import ModuleGraph
import SourceInspection
import Testing

@Suite struct RenameTests {
  /// The sources of the sample, all open.
  private static let files = SampleProgram.sources.mapValues { Sketch($0).file }

  private func position(of text: String, in path: String) throws -> TextPosition {
    let source = try #require(SampleProgram.sources[path])
    let range = try #require(source.firstRange(of: text))
    let lines = source[..<range.lowerBound].split(
      separator: "\n", omittingEmptySubsequences: false)
    return TextPosition(line: lines.count - 1, column: (lines.last?.utf8.count ?? 0) + 1)
  }

  @Test(arguments: [
    ("\"Login\"", "Feed/Feed.swift", "SignIn", 2),
    ("\"RefreshFeed\"", "Account/Account.swift", "Reload Feed", 2),
    (".userDidLogin", "Feed/Feed.swift", "user.login", 1),
    ("\"userDidLogin\"", "Contracts/Names.swift", "user.login", 1),
    ("\"SendInvoice\"", "Account/Account.swift", "MailInvoice", 2),
    (".cartCount", "Feed/Feed.swift", "basket.count", 1),
    ("\"account.changed\"", "Account/Account.swift", "profile.changed", 2),
  ])
  func `A rename changes the name everywhere, and the property of a constant nowhere`(
    _ row: (text: String, path: String, newName: String, count: Int)
  ) throws {
    let answers = SampleProgram.answers(open: Self.files)
    let cursor = try position(of: row.text, in: row.path)
    let edits = try answers.rename(at: cursor, in: row.path, to: row.newName)
    #expect(edits.count == row.count)
    let old = answers.words([edits[0].place])[0].split(separator: " ").dropFirst().joined()
    let texts = TextEditing.applied(edits, to: SampleProgram.sources)
    let outlines = texts.values.map { SourceFile(text: $0).outline }
    let names = outlines.flatMap { outline in
      outline.names.filter { $0.form == .literal && $0.verb != .declares }.map(\.text)
        + outline.constants.map(\.name)
        + outline.declarations.filter { $0.kind == .task || $0.kind == .job }.map(\.name)
    }
    #expect(!names.contains(old))
    #expect(names.count { $0 == row.newName } == row.count)
    #expect(outlines.flatMap(\.constants).map(\.member).sorted() == Self.members)
  }

  private static let members = files.values.flatMap(\.outline.constants).map(\.member).sorted()

  @Test(arguments: [
    ("", RenameError.Code.invalidName), (" Login", .invalidName), ("a\"b", .invalidName),
    ("a\\b", .invalidName), ("a\nb", .invalidName), ("RefreshFeed", .takenName),
  ])
  func `A name that is not allowed or is taken is rejected`(
    _ row: (name: String, code: RenameError.Code)
  ) throws {
    let answers = SampleProgram.answers(open: Self.files)
    let cursor = try position(of: "\"Login\"", in: "Feed/Feed.swift")
    let error = #expect(throws: RenameError.self) {
      try answers.rename(at: cursor, in: "Feed/Feed.swift", to: row.name)
    }
    #expect(error?.code == row.code)
  }

  @Test func `A taken name is rejected with the location of the other`() throws {
    let answers = SampleProgram.answers(open: Self.files)
    let cursor = try position(of: "\"Login\"", in: "Feed/Feed.swift")
    let error = #expect(throws: RenameError.self) {
      try answers.rename(at: cursor, in: "Feed/Feed.swift", to: "nightly")
    }
    #expect(error?.message.contains("Account/Account.swift:8") == true)
  }

  @Test func `An event has no spaces in its name`() throws {
    let answers = SampleProgram.answers(open: Self.files)
    let cursor = try position(of: ".userDidLogin", in: "Feed/Feed.swift")
    #expect(throws: RenameError.self) {
      try answers.rename(at: cursor, in: "Feed/Feed.swift", to: "user login")
    }
  }

  @Test func `A URL, an expression of cron and plain code have no name to change`() throws {
    let answers = SampleProgram.answers(open: Self.files)
    for (text, path) in [
      ("kl://Store/product", "Feed/Feed.swift"), ("30 2", "Account/Account.swift"),
      ("func", "Feed/Feed.swift"),
    ] {
      let cursor = try position(of: text, in: path)
      #expect(answers.renameRange(at: cursor, in: path) == nil)
      let error = #expect(throws: RenameError.self) {
        try answers.rename(at: cursor, in: path, to: "other")
      }
      #expect(error?.code == .noName)
    }
  }

  @Test func `A routing class is no name to change, and the error says what to do`() throws {
    let answers = SampleProgram.answers(open: Self.files)
    let cursor = try position(of: " Store ", in: "Store/Store.swift")
    #expect(answers.renameRange(at: cursor, in: "Store/Store.swift") == nil)
    let error = #expect(throws: RenameError.self) {
      try answers.rename(at: cursor, in: "Store/Store.swift", to: "Shop")
    }
    #expect(error?.code == .symbol)
    #expect(error?.message.contains("'Store' is a routing class at Store/Store.swift:1") == true)
  }
}
