import BinaryInspection
import ModuleGraph
import Testing

/// The jobs of a lock file, compared with a newer program.
@Suite struct LockedJobsTests {
  private static func schemas(
    _ form: DataForm, result: DataType? = nil, others: [String: DataForm] = [:]
  ) -> DataSchemas {
    var uses = [
      DataSchemas.Use(
        kind: .job, name: "Send", role: .payload, type: .named("Mail.Letter"), module: "Mail")
    ]
    if let result {
      uses.append(
        DataSchemas.Use(kind: .job, name: "Send", role: .result, type: result, module: "Mail"))
    }
    return DataSchemas(
      uses: uses, forms: others.merging(["Mail.Letter": form]) { first, _ in first })
  }

  private static func graph(_ detail: String) -> ModuleGraph {
    ModuleGraph(records: [
      DeclaredRecord(
        kind: "tjob", key: "Send", fileID: "Mail/M.swift", line: 1, id: 1, detail: detail)
    ])
  }

  private static func lock(
    _ schemas: DataSchemas, _ detail: String = #"{"queue":"mail","payload":"Letter"}"#
  ) throws -> LockedJobs {
    try LockedJobs(SurfaceLock(graph(detail), schemas: schemas).text)
  }

  private static let letter = DataForm.object([
    .init("to", .basic(.string)), .init("pages", .array(.named("Mail.Page"))),
    .init("stamps", .dictionary(key: .basic(.string), value: .optional(.basic(.int)))),
  ])

  private static let forms: [String: DataForm] = [
    "Mail.Page": .cases([
      .init("blank"),
      .init("text", [.init("_0", .basic(.string)), .init("kind", .named("Mail.Kind"))]),
    ]),
    "Mail.Kind": .rawValues(.string, ["plain", "bold"]),
    "Mail.Empty": .object([]),
    "Mail.Secret": .opaque("its conformance to Codable is written by hand"),
    "Mail.Box<[Int: Mail.Page]>": .object([.init("content", .set(.named("Mail.Page")))]),
  ]

  @Test func `A file that agrees with the program has no changes, whatever it contains`() throws {
    let schemas = Self.schemas(
      Self.letter, result: .optional(.named("Mail.Box<[Int: Mail.Page]>")), others: Self.forms)
    let lock = try Self.lock(
      schemas, #"{"queue":"a, payload: b","payload":"Letter","result":"Box<[Int: Page]>?"}"#)
    #expect(lock.names == ["Send"])
    #expect(lock.breakingChanges(to: schemas, formerNames: [:]) == [])
  }

  /// New forms, with the level and the beginning of the reason.
  private static let changes: [(String, DataForm, [String: DataForm], [ChangeLevel])] = [
    (
      "'stamps' does not exist now",
      .object([.init("to", .basic(.string)), .init("pages", .array(.named("Mail.Page")))]), [:],
      [.neighbor]
    ),
    (
      "'to' is optional now",
      .object([
        .init("to", .optional(.basic(.string))), .init("pages", .array(.named("Mail.Page"))),
        .init("stamps", .dictionary(key: .basic(.string), value: .optional(.basic(.int)))),
      ]), [:], [.neighbor]
    ),
    ("'pages[].text", letter, ["Mail.Kind": .rawValues(.string, ["plain"])], [.storedData]),
    (
      "'pages[]' no longer has the case 'blank'", letter,
      [
        "Mail.Page": .cases([
          .init("text", [.init("_0", .basic(.string)), .init("kind", .named("Mail.Kind"))])
        ])
      ],
      [.storedData]
    ),
  ]

  @Test(arguments: changes)
  func `Each change since the file was written has the level of a comparison of builds`(
    _ row: (words: String, form: DataForm, others: [String: DataForm], levels: [ChangeLevel])
  ) throws {
    let old = Self.schemas(Self.letter, others: Self.forms)
    let new = Self.schemas(row.form, others: row.others.merging(Self.forms) { first, _ in first })
    let changes = try Self.lock(old).breakingChanges(to: new, formerNames: [:])
    let built = SurfaceDifference(from: ModuleGraph(), to: ModuleGraph(), schemas: (old, new))
    #expect(changes == built.changes)
    #expect(changes.map(\.level) == row.levels)
    #expect(changes.first?.breaks?.contains(row.words) == true, "\(changes.first?.breaks ?? "")")
  }

  @Test func `A renamed job is compared under its earlier name`() throws {
    let old = Self.schemas(Self.letter, others: Self.forms)
    var new = Self.schemas(.object([]), others: Self.forms)
    new.uses[0].name = "Post"
    let lock = try Self.lock(old)
    #expect(lock.breakingChanges(to: new, formerNames: [:]) == [])
    #expect(!lock.breakingChanges(to: new, formerNames: ["Post": ["Send"]]).isEmpty)
  }

  @Test(arguments: [
    ("jobs that a store may hold\n  Send\n", 2), ("  Send (queue: mail)\n", 1),
    ("# head\n\n\u{1B}\n  x\njobs that a store may hold\n  \n", 6),
  ])
  func `A line that is no entry is an error with its number`(_ row: (text: String, line: Int)) {
    let error = #expect(throws: LockError.self) { try LockedJobs(row.text) }
    #expect(error?.line == row.line)
  }

  @Test(arguments: [
    "Mail.Letter {to String}", "Mail.Letter {to: (Int, Int)}", "Mail.Letter", "Mail.Letter {a: [}",
    "Mail.Letter = a(b", "Mail.Letter: Float16 = 1 | 2",
    "Mail.Letter {a: \(String(repeating: "[", count: 100_000))}",
  ])
  func `A form that cannot be read is unknown, and breaks nothing`(line: String) throws {
    let text = """
      jobs that a store may hold
        Mail: Send (queue: mail, payload: Letter)
      types of values that a store may hold
        \(line)
      """
    let schemas = Self.schemas(.object([.init("to", .basic(.int))]))
    #expect(try LockedJobs(text).breakingChanges(to: schemas, formerNames: [:]) == [])
  }
}
