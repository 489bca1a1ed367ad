import Declarations
import EditorServer
import ModuleGraph
import SourceInspection
import Testing

/// Tests of the rename of tasks and jobs that have the names of their types.
@Suite struct TypeRenameTests {
  private static let sync = "Feed/Sync.swift"
  private static let sources = [
    sync: """
    @EventTask(on: .demand) enum Sync { static func run() {} }
    #task("Show", dependsOn: [Sync.self, "Load"]) {}
    """,
    "App/Start.swift": """
    import Feed
    func start() { manager.runTask(named: "Sync") }
    func again() { print("Sync", Sync.self, Feed.Sync.run()) }
    """,
    "App/Orders.swift": """
    enum OrderPlaced: JobKind { typealias Payload = Int }
    #job(OrderPlaced.self) { (number: Int) in }
    func buy() { Jobs.enqueue(OrderPlaced.self, 7) }
    """,
  ]

  private static let records = [
    DeclaredRecord.task("Sync", sync, 1, #"{"on":["demand"],"type":"Sync"}"#),
    DeclaredRecord(
      kind: .job, key: "OrderPlaced", fileID: "App/Orders.swift", line: 2, id: 9,
      detail: #"{"payload":"Int"}"#),
  ]

  /// The uses with the types as the index has them: all words of the sources but those in quotes.
  private static func uses() -> ProgramUses {
    var uses = SampleProgram.uses(in: sources)
    for (id, name) in [("task:Sync", "Sync"), ("job:OrderPlaced", "OrderPlaced")] {
      for (path, text) in sources {
        let found = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
          .flatMap { number, line in
            line.ranges(of: name).compactMap { range -> TextRange? in
              guard
                range.lowerBound == line.startIndex
                  || line[line.index(before: range.lowerBound)] != "\""
              else { return nil }
              let start = line.utf8.distance(from: line.startIndex, to: range.lowerBound)
              return TextRange(
                TextPosition(line: number, column: start),
                TextPosition(line: number, column: start + name.utf8.count))
            }
          }
        if !found.isEmpty { uses.typeNames[id, default: [:]][path] = found }
      }
    }
    return uses
  }

  private func answers(
    open: [String: String] = [:], uses: ProgramUses = uses()
  ) -> EditorAnswers {
    let sources = Self.sources
    return EditorAnswers(
      graph: ModuleGraph(records: Self.records), uses: uses,
      documents: open.mapValues { SourceFile(text: $0) }, zones: .sample, text: { sources[$0] })
  }

  private func position(of text: String, in path: String) throws -> TextPosition {
    let source = try #require(Self.sources[path])
    let range = try #require(source.firstRange(of: text))
    let lines = source[..<range.lowerBound].split(
      separator: "\n", omittingEmptySubsequences: false)
    return TextPosition(line: lines.count - 1, column: (lines.last?.utf8.count ?? 0) + 1)
  }

  @Test(arguments: [
    ("Sync {", sync), ("Sync.self", sync), ("Sync\")", "App/Start.swift"),
    ("Sync.run", "App/Start.swift"),
  ])
  func `A task that is a type is renamed at its declaration, its uses and in literals`(
    _ row: (text: String, path: String)
  ) throws {
    for open in [[:], Self.sources] {
      let answers = answers(open: open)
      let cursor = try position(of: row.text, in: row.path)
      let range = try #require(answers.renameRange(at: cursor, in: row.path))
      #expect(answers.words([range], texts: Self.sources)[0].hasSuffix(" Sync"))
      let edits = try answers.rename(at: cursor, in: row.path, to: "Reload")
      let texts = TextEditing.applied(edits, to: Self.sources)
      #expect(
        texts[Self.sync] == Self.sources[Self.sync]?.replacing("Sync", with: "Reload"))
      // A literal that names no task stays.
      #expect(
        texts["App/Start.swift"] == """
          import Feed
          func start() { manager.runTask(named: "Reload") }
          func again() { print("Sync", Reload.self, Feed.Reload.run()) }
          """)
    }
  }

  @Test func `A job that is a type is renamed with the type`() throws {
    let path = "App/Orders.swift"
    let cursor = try position(of: "OrderPlaced.self)", in: path)
    let edits = try answers().rename(at: cursor, in: path, to: "OrderTaken")
    #expect(
      TextEditing.applied(edits, to: Self.sources)[path]
        == Self.sources[path]?.replacing("OrderPlaced", with: "OrderTaken"))
  }

  @Test(arguments: ["Re load", "2nd", "class", "Re-load", ""])
  func `The name of a type is an identifier`(_ name: String) throws {
    let cursor = try position(of: "Sync {", in: Self.sync)
    let error = #expect(throws: RenameError.self) {
      try answers().rename(at: cursor, in: Self.sync, to: name)
    }
    #expect(error?.code == .invalidName)
  }

  @Test func `Without the index a type is not renamed, and the error says what to do`() throws {
    let cursor = try position(of: "Sync {", in: Self.sync)
    var uses = Self.uses()
    uses.typeNames = [:]
    let error = #expect(throws: RenameError.self) {
      try answers(uses: uses).rename(at: cursor, in: Self.sync, to: "Reload")
    }
    #expect(error?.code == .symbol)
    #expect(error?.message.contains("at Feed/Sync.swift:1, ") == true)
    #expect(error?.message.contains("Build the package") == true)
  }

  @Test func `An edited file is renamed by its text, if that has all uses`() throws {
    let text = "\n\n" + (Self.sources[Self.sync] ?? "")
    let answers = answers(open: [Self.sync: text])
    let cursor = try position(of: "Sync\")", in: "App/Start.swift")
    let edits = try answers.rename(at: cursor, in: "App/Start.swift", to: "Reload")
    let texts = TextEditing.applied(edits, to: Self.sources.merging([Self.sync: text]) { $1 })
    #expect(texts[Self.sync] == text.replacing("Sync", with: "Reload"))
  }

  @Test func `A type in a file that has changed since the build is not renamed by halves`() throws {
    let text = "\n" + (Self.sources["App/Start.swift"] ?? "")
    let answers = answers(open: ["App/Start.swift": text])
    let cursor = try position(of: "Sync {", in: Self.sync)
    let error = #expect(throws: RenameError.self) {
      try answers.rename(at: cursor, in: Self.sync, to: "Reload")
    }
    #expect(error?.code == .staleIndex)
    #expect(error?.message.contains("App/Start.swift") == true)
  }
}
