import BinaryInspection
import Declarations
import EditorServer
import ModularityTestSupport
import ModuleGraph
import ProgramTestSupport
import SourceInspection
import Testing

/// The differences between open files and the lock file.
@Suite struct LockProblemTests {
  private static let payload = "Mail/Letter.swift"
  private static let jobs = "Mail/Jobs.swift"

  private static let schemas = DataSchemas(
    uses: [
      DataSchemas.Use(
        kind: .job, name: "Send", role: .payload, type: .named("Mail.Letter"), module: "Mail",
        place: CodeLocation(fileID: jobs, line: 1))
    ],
    forms: [
      "Mail.Letter": .object([
        .init("to", .basic(.string)), .init("page", .optional(.named("Mail.Letter.Page"))),
      ]),
      "Mail.Letter.Page": .object([.init("lines", .array(.basic(.string)))]),
    ])

  private static let graph = ModuleGraph(records: [
    DeclaredRecord(
      kind: "tjob", key: "Send", fileID: jobs, line: 1, id: 1,
      detail: #"{"queue":"mail","payload":"Letter"}"#)
  ])

  private static func problems(
    _ texts: [String: String], in path: String, program: DataSchemas = schemas
  ) throws -> [EditorProblem] {
    let lock = try LockedJobs(SurfaceLock(graph, schemas: schemas).text)
    return EditorAnswers(
      graph: graph, documents: texts.mapValues { Sketch($0).file },
      paths: [jobs: jobs, payload: payload], schemas: program, lock: lock, zones: .sample
    ).problems(in: path)
  }

  private static let page = "struct Page: Codable { var lines: [String] }"

  @Test(arguments: [
    "struct Letter: Codable { var to: String; var page: Page?; \(page) }",
    // Harmless for stored letters.
    "struct Letter: Codable { var to: String; var page: Letter.Page?; var note: String?; \(page) }",
    // The form is not shown, so the form of the program counts.
    "struct Letter: Codable { var to = 1; var page: Page?; \(page) }",
    "struct Letter: Codable { var to: Strange; var page: Page?; \(page) }",
    "struct Letter: Codable { var page: Page?; \(page) }; extension Letter { init(from: any Decoder) {} }",
    "struct Letter: Codable { \(page) }; extension Letter { enum CodingKeys: CodingKey { case to } }",
    "#if A\nstruct Letter: Codable { var a: Int }\n#else\nstruct Letter: Codable { var b: Int }\n#endif",
  ])
  func `A structure that breaks nothing, or does not show its form, is no problem`(
    text: String
  ) throws {
    #expect(try Self.problems([Self.payload: text], in: Self.payload) == [])
  }

  @Test(arguments: [
    ("var address: String; var page: Page?", "storedData", "'address' is a String now"),
    ("var to: String; var page: Page?; var cents: Int", "storedData", "'cents' is an Int now"),
    ("var to: String?; var page: Page?", "neighbor", "'to' is optional now"),
    ("var to: String; var page: Page", "storedData", "'page' is not optional now"),
    ("var to: [Page: Int]; var page: Page?", "storedData", "'to' is"),
  ])
  func `A changed field is a problem at the structure before the next build`(
    _ row: (fields: String, code: String, words: String)
  ) throws {
    let text = "struct ‸Letter: Codable { \(row.fields); \(Self.page) }"
    let sketch = Sketch(text)
    let problems = try Self.problems([Self.payload: sketch.file.text], in: Self.payload)
    let problem = try #require(problems.first { $0.message.contains(row.words) }, "\(problems)")
    #expect(problem.code == row.code)
    #expect(problem.severity == .warning)
    #expect(problem.range.start == sketch.cursor)
    #expect(problem.message.hasPrefix("the job 'Send' breaks "))
  }

  @Test func `A change of a nested type is a problem at that type`() throws {
    let sketch = Sketch(
      """
      struct Letter: Codable { var to: String; var page: Page?
        struct ‸Page: Codable { var lines: [Int] } }
      """)
    let problems = try Self.problems([Self.payload: sketch.file.text], in: Self.payload)
    #expect(problems.map(\.range.start) == [sketch.cursor])
    #expect(problems.map(\.code) == ["storedData"])
  }

  @Test func `A change of the program is a problem at the job`() throws {
    var program = Self.schemas
    program.forms["Mail.Letter.Page"] = .object([.init("lines", .basic(.string))])
    let text = #"#job("Send") { (letter: Letter) in }"#
    let problems = try Self.problems([Self.jobs: text], in: Self.jobs, program: program)
    #expect(problems.map(\.code) == ["storedData"])
    #expect(problems.map(\.range.start) == [TextPosition(line: 0, column: 6)])
    #expect(try Self.problems([Self.jobs: text], in: Self.jobs) == [])
  }

  @Test func `A renamed job is a problem, unless it keeps its earlier name`() throws {
    let renamed = #"#job("Post") { (letter: Letter) in }"#
    let problems = try Self.problems([Self.jobs: renamed], in: Self.jobs)
    #expect(problems.map(\.code) == ["storedData"])
    #expect(problems.first?.range.start == TextPosition(line: 0, column: 6))
    #expect(
      problems.first?.message == """
        the job 'Send' breaks stored data, compared with modkit.lock: stored and newly enqueued \
        jobs of this name never run. Restore it, or write the file again with 'modkit lock'.
        """)
    let kept = #"#job("Post", .formerly("Send")) { (letter: Letter) in }"#
    #expect(try Self.problems([Self.jobs: kept], in: Self.jobs) == [])
  }
}

/// The lock file of a session.
@Suite(.timeLimit(.minutes(10))) struct LockSessionTests {
  /// The next diagnostics that a comparison with the lock file adds.
  private static func diagnostics(_ client: EditorClient) async -> [String] {
    let message = await client.message(named: "textDocument/publishDiagnostics")
    return message["params"]["diagnostics"].elements.compactMap { $0["code"].string }
      .filter { $0 == "storedData" || $0 == "neighbor" }
  }

  @Test func `An edit is compared with the file, and the file is read when it changes`()
    async throws
  {
    let shop = try ShopFolder()
    try shop.build(["Login"])
    _ = try shop.folder.write(
      "jobs that a store may hold\n  Feed: Send (queue: mail)\n", to: "modkit.lock")
    try shop.write(
      RecordProgram.bytes([
        RecordFields(
          kind: .job, key: "Send", fileID: "Feed/Tasks.swift", line: 1, column: 1,
          detail: #"{"queue":"mail"}"#)
      ]))
    let client = EditorClient()
    await client.initialize(root: shop.root)
    client.open(shop.tasks, "#job(\"Send\") {}\n")
    #expect(await Self.diagnostics(client) == [])
    client.edit(shop.tasks, line: 0, 6..<10, with: "Post")
    #expect(await Self.diagnostics(client) == ["storedData"])
    try await client.clock.sleepers(atLeast: 1)
    _ = try shop.folder.write("\n", to: "modkit.lock")
    client.clock.advance(by: .milliseconds(100))
    #expect(await Self.diagnostics(client) == [])
    _ = await client.end()
  }

  @Test(arguments: ["jobs that a store may hold\n  \u{0}\n", "  Send (queue: mail)\n"])
  func `A file that cannot be read is one message in the log`(text: String) async throws {
    let shop = try ShopFolder()
    try shop.build(["Login"])
    _ = try shop.folder.write(text, to: "modkit.lock")
    let client = EditorClient()
    await client.initialize(root: shop.root)
    let log = await client.message(named: "window/logMessage")
    let message = log["params"]["message"].string ?? ""
    #expect(message.contains("/modkit.lock:"))
    #expect(message.contains("Write it again with 'modkit lock'."))
    client.open(shop.tasks, "#task(\"Login\") {}\n")
    #expect(await Self.diagnostics(client) == [])
    #expect(client.earlierCount(of: "window/logMessage") == 0)
    _ = await client.end()
  }
}
