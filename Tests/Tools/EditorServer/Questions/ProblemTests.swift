import EditorServer
import ModuleGraph
import SourceInspection
import Testing

@Suite struct ProblemTests {
  private func problems(
    _ text: String, at path: String = "Feed/New.swift"
  ) -> [EditorProblem] {
    SampleProgram.answers(open: [path: Sketch(text).file]).problems(in: path)
  }

  @Test(arguments: [
    (#"Khala(str: "kl://Store/delte?id=7")"#, "missingRoute", "kl://Store/delete?id=7"),
    (#"@KhalaCall("kl://Store/delte") func x()"#, "missingRoute", "kl://Store/delete"),
    (#"Rhea.trigger(event: "userDidLogn")"#, "unheardEvent", "userDidLogin"),
    (#"#rhea(time: "userDidLogn") {}"#, "nearlySameName", "userDidLogin"),
    (#"#task("A", dependsOn: ["Logn"]) {}"#, "unknownDependency", "Login"),
    (#"runTask(named: "RefreshFed")"#, "unknownTask", "RefreshFeed"),
    (#"#bridge(on: .userDidLogin, run: "Logn")"#, "missingWireEnd", "Login"),
    (#"Jobs.enqueue("SendInvoce")"#, "unknownJob", "SendInvoice"),
    (#"SharedRelay.of("cart.cuont")"#, "nearlySameName", "cart.count"),
    (#"center.post(name: "account.chnged")"#, "nearlySameName", "account.changed"),
    (
      #"#schedule("a", cron: "0 2 * * *", zone: "Europe/Stokholm") {}"#, "scheduleNeverFires",
      "Europe/Stockholm"
    ),
  ])
  func `A misspelled name is a problem with the code of modkit, and a fix`(
    _ row: (text: String, code: String, name: String)
  ) throws {
    let found = problems(row.text)
    #expect(found.map(\.code) == [row.code])
    let fix = try #require(found.first?.fixes.first)
    #expect(fix.edits.map(\.newText) == [row.name])
    #expect(fix.edits.first?.place.range == found.first?.range)
  }

  @Test(arguments: [
    #"Khala(str: "kl://Store/product?id={}")"#, #"Rhea.trigger(event: "userDidLogin")"#,
    #"#task("A", dependsOn: ["Login"]) {}"#, #"#task("A", dependsOn: ["A{}"]) {}"#,
    #"#bridge(on: .userDidLogin, call: "kl://Store/{function}")"#,
    #"SharedRelay.of("altogether.else")"#, #"#schedule("a", cron: "H 2 * * *") {}"#,
    #"#schedule("a", on: .daily(at: "09:30"))"#, #"Khala(str: "kl://{}/product")"#,
  ])
  func `A name that exists, or that only the program knows, is no problem`(_ text: String) {
    #expect(problems(text) == [])
  }

  @Test func `An earlier name of an event is known, in open and in built files`() {
    let trigger = #"Rhea.trigger(event: "left")"#
    #expect(problems(trigger).map(\.code) == ["unheardEvent"])
    #expect(problems(#"#rhea(time: "sailed", formerly: "left", "gone") {}; \#(trigger)"#) == [])
    let callback = DeclaredRecord(
      kind: "rhea", key: "sailed", fileID: "Feed/Feed.swift", line: 1, id: 1,
      detail: #"{"formerly":["left"]}"#)
    let answers = EditorAnswers(
      graph: ModuleGraph(records: [callback]), documents: ["Feed/New.swift": Sketch(trigger).file],
      paths: ["Feed/Feed.swift": "Feed/Feed.swift"], zones: .sample)
    #expect(answers.problems(in: "Feed/New.swift") == [])
  }

  @Test func `A call of a contract without a route is a problem, with the contract`() throws {
    let found = problems(
      """
      extension KhalaStore { @KhalaCall("kl://Store/delte") static func delete() throws }
      func call() throws { try KhalaStore.delete() }
      """)
    #expect(found.map(\.code) == ["missingRoute", "missingRoute"])
    #expect(found.map(\.severity) == [.error, .warning])
    #expect(
      found.last?.message == """
        no route matches 'kl://Store/delte', which the contract 'delete' at Feed/New.swift:1 \
        calls. Correct the URL there, or declare the route.
        """)
    #expect(problems("func call() throws { try KhalaStore.remove(id: 7) }") == [])
  }

  @Test func `A schedule that cannot be read is a problem`() {
    #expect(
      problems(#"#schedule("a", cron: "61 * * * *") {}"#).map(\.code) == ["scheduleNeverFires"])
    #expect(
      problems(#"#schedule("a", on: .daily(at: "25:00"))"#).map(\.code) == ["scheduleNeverFires"])
  }

  @Test func `A missing declaration can be added to the file`() throws {
    let text = #"runTask(named: "Unheard of")"#
    let problem = try #require(problems(text).first)
    let fix = try #require(problem.fixes.last)
    #expect(fix.title == "Declare the task 'Unheard of'")
    let changed = TextEditing.applied(fix.edits, to: ["Feed/New.swift": text])["Feed/New.swift"]
    #expect(problems(try #require(changed)) == [])
  }

  @Test func `A dependency whose result is wanted can be added`() throws {
    let dependencies = [
      (#"dependsOn: ["RefreshFeed"]"#, #"dependsOn: ["Login", "RefreshFeed"]"#),
      ("dependsOn: []", #"dependsOn: ["Login"]"#),
      ("on: .demand", #"on: .demand, dependsOn: ["Login"]"#),
    ]
    for (before, after) in dependencies {
      let file = Self.resultFile(before)
      let answers = SampleProgram.answers(open: ["Feed/New.swift": file])
      let problem = try #require(answers.problems(in: "Feed/New.swift").first)
      #expect(problem.code == "noResult")
      let fix = try #require(problem.fixes.first)
      let changed = TextEditing.applied(fix.edits, to: ["Feed/New.swift": file.text])
      #expect(changed["Feed/New.swift"] == Self.resultFile(after).text)
    }
  }

  /// A task that asks for the result of `Login`.
  private static func resultFile(_ argument: String) -> SourceFile {
    SourceFile(text: #"#task("Sum", \#(argument)) { try context.result(of: "Login") }"#)
  }

  @Test func `A problem of the build is shown once, and no more when it is corrected`() {
    let records = [
      DeclaredRecord.task(
        "A", "Feed/Feed.swift", 1, #"{"on":["demand"],"dependsOn":[{"name":"B"}]}"#)
    ]
    let graph = ModuleGraph(records: records)
    func problems(_ texts: [String: String]) -> [String] {
      EditorAnswers(
        graph: graph, documents: texts.mapValues { Sketch($0).file },
        paths: ["Feed/Feed.swift": "Feed/Feed.swift"], zones: .sample
      ).problems(in: "Feed/Feed.swift").map(\.code)
    }
    #expect(graph.problems.map(\.code.rawValue) == ["unknownDependency"])
    let text = #"#task("A", dependsOn: ["B"]) {}"#
    #expect(problems(["Feed/Feed.swift": text]) == ["unknownDependency"])
    #expect(problems(["Feed/Feed.swift": text, "Feed/B.swift": #"#task("B") {}"#]) == [])
    // The outline of this text lacks the name, and the build has it.
    #expect(problems(["Feed/Feed.swift": "// not read"]) == ["unknownDependency"])
  }
}
