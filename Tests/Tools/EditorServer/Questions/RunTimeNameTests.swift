import Declarations
import EditorServer
import ModuleGraph
import SourceInspection
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Tests of names that code declares, runs and calls, in sources that are read as an editor's.
@Suite struct RunTimeNameTests {
  private static let path = "Dock/Dock.swift"

  private func position(of text: String, in source: String) throws -> TextPosition {
    let range = try #require(source.firstRange(of: text))
    let lines = source[..<range.lowerBound].split(
      separator: "\n", omittingEmptySubsequences: false)
    return TextPosition(line: lines.count - 1, column: (lines.last?.utf8.count ?? 0) + 1)
  }

  /// The answers with one open file of a program that has other files, too.
  private func answers(
    open source: String, records: [DeclaredRecord] = [], uses: [ModuleGraph.Use] = []
  ) -> EditorAnswers {
    var known = ProgramUses()
    known.uses = uses
    known.paths = ["Dock/Old.swift": "/port/Dock/Old.swift", "Feed/Feed.swift": "Feed/Feed.swift"]
    for record in records where known.paths[record.fileID] == nil {
      known.paths[record.fileID] = record.fileID
    }
    return EditorAnswers(
      graph: ModuleGraph(records: records), uses: known,
      documents: [Self.path: SourceFile(text: source)], zones: .sample,
      text: { _ in String(repeating: "func secure() {}\n", count: 9) })
  }

  @Test(arguments: [
    (#"#bridge(on: .shipDidAnnounce, run: "Plan")"#, #"#task("Plan", on: .demand) {}"#),
    (#"#task("A", dependsOn: ["Plan"]) {}"#, #"#schedule("Plan", cron: "0 * * * *") {}"#),
    (
      #"func a() { manager.runTask(named: "Plan") }"#,
      #"func b() { manager.scheduleTask(name: "Plan", on: .daily(at: "09:00")) {} }"#
    ),
    (#"func a() { Jobs.enqueue("Plan") }"#, #"func b() { Jobs.handle("Plan") { _ in } }"#),
    (
      #"func a() { Khala(str: "kl://port/plan") }"#,
      #"func b() { Khala.route("kl://port/plan") { _ in } }"#
    ),
  ])
  func `A name is declared by a macro and by code of an open file`(
    _ row: (use: String, declaration: String)
  ) throws {
    let source = "\(row.use)\n\(row.declaration)\n"
    let answers = answers(open: source)
    #expect(answers.problems(in: Self.path).map(\.message) == [])
    let name = row.use.contains("kl:") ? "kl://port/plan" : "Plan"
    let cursor = try position(of: "\"\(name)\"", in: source)
    #expect(
      answers.words(
        answers.definitions(at: cursor, in: Self.path), texts: [Self.path: source])
        == ["\(Self.path):2 \(name)"])
    #expect(answers.outline(of: Self.path).contains { $0.name == name })
  }

  @Test func `A name that only the running program knows is no problem`() {
    let source = #"func b(id: Int) { Khala.route("kl://port/\(id)") { _ in } }"#
    #expect(answers(open: source).problems(in: Self.path).map(\.message) == [])
  }

  @Test func `A call that runs a task is a caller and no definition`() throws {
    let source = """
      #task("Plan", on: .demand) {}
      func a() { manager.runTask(named: "Plan") }
      """
    let use = ModuleGraph.Use(
      .runs, .task, "Plan", module: "Feed",
      location: CodeLocation(fileID: "Feed/Feed.swift", line: 4, column: 3), origin: .code)
    let answers = answers(
      open: source, records: [.task("Plan", Self.path, 1, #"{"on":["demand"]}"#)], uses: [use])
    let cursor = try position(of: #""Plan")"#, in: source)
    #expect(
      answers.words(
        answers.definitions(at: cursor, in: Self.path), texts: [Self.path: source])
        == ["\(Self.path):1 Plan"])
    #expect(answers.lenses(in: Self.path).map(\.title) == ["2 callers"])
  }

  private static let classes: [DeclaredRecord] = [("Lock", 1), ("Safe", 2)].map { name, line in
    DeclaredRecord(
      kind: .routingClass, key: name, fileID: "Feed/Feed.swift", line: line, id: UInt64(line),
      detail: #"{"type":"\#(name)","functions":[{"name":"secure","line":\#(line)}]}"#)
  }

  @Test func `A notification calls all functions of its name`() throws {
    let source = """
      @KhalaModule final class Gate {
        func secure() {}
      }
      func a() { KhalaNotify(str: "kl://secure") }
      func b() { KhalaNotify(str: "kl://unheard") }
      """
    let use = ModuleGraph.Use(
      .notifies, .route, "kl://secure", module: "Feed",
      location: CodeLocation(fileID: "Feed/Feed.swift", line: 9, column: 3), origin: .code)
    let answers = answers(open: source, records: Self.classes, uses: [use])
    #expect(answers.problems(in: Self.path).map(\.message) == [])
    let cursor = try position(of: "kl://secure", in: source)
    #expect(
      answers.definitions(at: cursor, in: Self.path)
        .map { "\($0.path):\($0.range.start.line + 1)" }
        == ["\(Self.path):2", "Feed/Feed.swift:1", "Feed/Feed.swift:2"])
    #expect(
      answers.references(at: cursor, in: Self.path, includingDeclaration: false).map(\.path)
        == [Self.path, "Feed/Feed.swift"])
    #expect(answers.lenses(in: Self.path).map(\.title) == ["1 caller"])
    #expect(answers.completions(at: cursor, in: Self.path).map(\.newText) == ["kl://secure"])
  }

  @Test func `Hovers and errors name an open file by its module`() throws {
    let path = "/port/Dock/Typed.swift"
    let source = """
      #task("Typed", on: .demand) {}
      func a() { manager.runTask(named: "Typed") }
      @EventTask(on: .demand) enum Sync { static func run() {} }
      func b() { manager.runTask(named: "Sync") }
      #task("Other", on: .demand) {}
      """
    var answers = answers(open: "")
    answers.update([path: SourceFile(text: source)])
    let hover = answers.hover(
      at: try position(of: "Typed", in: source), in: path, now: Date(timeIntervalSince1970: 0))
    #expect(hover?.markdown.contains("`Dock/Typed.swift:2`") == true)
    let taken = #expect(throws: RenameError.self) {
      try answers.rename(at: try position(of: "Other", in: source), in: path, to: "Typed")
    }
    #expect(taken?.message.contains("at Dock/Typed.swift:1.") == true)
    let symbol = #expect(throws: RenameError.self) {
      try answers.rename(at: try position(of: "\"Sync\"", in: source), in: path, to: "Load")
    }
    #expect(symbol?.message.contains("at Dock/Typed.swift:3,") == true)
  }
}
