import BinaryInspection
import Foundation
import ModularityTestSupport
import ModuleGraph
import Testing

/// What one build declares and another does not.
@Suite struct SurfaceDifferenceTests {
  private static func record(
    _ kind: RecordKind, _ key: String, _ detail: String = "", in fileID: String = "Feed/Feed.swift",
    line: Int = 1
  ) -> DeclaredRecord {
    DeclaredRecord(
      kind: kind, key: key, fileID: fileID, line: line,
      id: "\(kind)\(key)\(fileID)\(line)".utf8.reduce(7) { $0 &* 31 &+ UInt64($1) },
      detail: detail)
  }

  private static func routes(
    _ functions: String, line: Int = 3
  ) -> DeclaredRecord {
    record("khla", "Feed", #"{"type":"Feed","functions":[\#(functions)]}"#, line: line)
  }

  private static func difference(
    _ old: [DeclaredRecord], _ new: [DeclaredRecord]
  ) -> SurfaceDifference {
    SurfaceDifference(from: ModuleGraph(records: old), to: ModuleGraph(records: new))
  }

  private static let task = record("task", "Refresh", #"{"on":["didBecomeActive"]}"#)

  @Test func `A moved declaration is unchanged`() {
    let moved = Self.record(
      "task", "Refresh", #"{"on":["didBecomeActive"]}"#, in: "Feed/Other.swift", line: 90)
    let difference = Self.difference([Self.task], [moved])
    #expect(difference.changes.isEmpty)
    #expect(difference.summary == "no differences")
  }

  @Test func `A declaration that keeps its earlier name is renamed, which is harmless`() throws {
    let old = [
      Self.record("tjob", "SendMail", #"{"queue":"default"}"#, line: 1),
      Self.record("rhea", "left", line: 2),
      Self.record("phky", "basket", #"{"type":"Int"}"#, line: 3),
    ]
    let new = [
      Self.record("tjob", "SendInvoice", #"{"queue":"default","formerly":["SendMail"]}"#, line: 1),
      Self.record("rhea", "sailed", #"{"formerly":["left"]}"#, line: 2),
      Self.record("phky", "cart", #"{"type":"Int","formerly":["basket"]}"#, line: 3),
    ]
    let difference = Self.difference(old, new)
    #expect(difference.changes.map(\.sort) == [.altered, .altered, .altered])
    #expect(difference.changes.map(\.level) == [.harmless, .harmless, .harmless])
    let names = ["sailed in Feed.swift", "SendInvoice", "cart"]
    #expect(Set(difference.changes.map(\.name)) == Set(names))
    let job = try #require(difference.changes.first { $0.kind == "job" })
    #expect(job.before == ["name: SendMail"])
    #expect(job.after == ["formerly: SendMail", "name: SendInvoice"])
    // Both names exist in the new build, so none is renamed.
    let both = Self.difference([old[0]], [old[0], new[0]])
    #expect(both.changes.map(\.sort) == [.added])
  }

  @Test func `A removed durable wire removes its job, whose stored publications never run`() throws
  {
    let wire = Self.record(
      "wire", "event placed -> job SendInvoice",
      #"{"from":{"kind":"event","name":"placed"},"#
        + #""to":{"kind":"job","name":"SendInvoice","durable":true}}"#, line: 1)
    let job = Self.record("tjob", "SendInvoice", #"{"queue":"default"}"#, line: 2)
    let changes = Self.difference([wire, job], []).changes
    #expect(changes.filter { $0.kind == "wire" }.map(\.level) == [.harmless])
    let removed = try #require(changes.first { $0.kind == "job" })
    #expect(removed.level == .storedData)
    #expect(removed.breaks == "stored and newly enqueued jobs of this name never run")
    // If only the wire is removed, stored publications run, and new ones no longer reach the job.
    let rest = Self.difference([wire, job], [job]).changes
    #expect(rest.map(\.sort) == [.removed])
    #expect(rest.map(\.level) == [.harmless])
  }

  @Test(arguments: [
    (["step pay", "step mail"], nil),
    (["step mail"], "it no longer calls 'step pay'"),
    (["sleep", "step pay"], "it calls 'sleep' before 'step pay'"),
    ([], "it no longer calls 'step pay'"),
  ])
  func `Another order of a job's steps breaks stored jobs, and another step at the end does not`(
    steps: [String], reason: String?
  ) throws {
    func job(_ steps: [String]) -> DeclaredRecord {
      let list = steps.map { "\"\($0)\"" }.joined(separator: ",")
      return Self.record("tjob", "Trip", #"{"queue":"default","steps":[\#(list)]}"#)
    }
    let change = try #require(Self.difference([job(["step pay"])], [job(steps)]).changes.first)
    #expect(change.breaks == reason.map { $0 + ", so jobs that have stored this step fail" })
    #expect(change.level == (reason == nil ? .harmless : .storedData))
  }

  @Test func `A removed task breaks its dependents, an added task breaks nothing`() throws {
    let removed = Self.difference([Self.task], [])
    #expect(removed.changes.map(\.sort) == [.removed])
    #expect(removed.breaking.map(\.name) == ["Refresh"])
    #expect(removed.summary == "1 removed; 1 breaking")
    let added = Self.difference([], [Self.task])
    #expect(added.changes.map(\.sort) == [.added])
    #expect(added.breaking.isEmpty)
    #expect(added.summary == "1 added; none breaking")
  }

  @Test func `A change is reported with its old and new value`() throws {
    let later = Self.record(
      "task", "Refresh", #"{"on":["idle"],"dependsOn":[{"name":"Load"}]}"#)
    let change = try #require(Self.difference([Self.task], [later]).changes.first)
    #expect(change.sort == .altered)
    #expect(change.breaks == nil)
    #expect(change.after.contains("requires task Load"))
    #expect(change.after.contains("comes from taskEvent idle"))
    #expect(change.before.contains("comes from taskEvent didBecomeActive"))
  }

  @Test func `A module that a declaration moves to is a change`() throws {
    let elsewhere = Self.record(
      "task", "Refresh", #"{"on":["didBecomeActive"]}"#, in: "Shop/S.swift")
    let change = try #require(Self.difference([Self.task], [elsewhere]).changes.first)
    #expect(change.before == ["module: Feed"])
    #expect(change.after == ["module: Shop"])
  }

  @Test func `Of several callbacks of one name, only those without a counterpart count`() {
    let one = Self.record("rhea", "ready", line: 1)
    let two = Self.record("rhea", "ready", line: 2)
    let three = Self.record("rhea", "ready", line: 3)
    #expect(Self.difference([one, two], [two, three]).changes.isEmpty)
    #expect(Self.difference([one], [one, two, three]).changes.map(\.sort) == [.added, .added])
    #expect(
      Self.difference([one, two, three], [three]).changes.map(\.sort) == [.removed, .removed])
    #expect(Self.difference([one, two, three], []).breaking.isEmpty)
  }

  @Test(arguments: [
    (
      #"{"name":"open","parameters":[{"name":"id","type":"Int","label":"id"}]}"#,
      #"{"name":"open","parameters":[{"name":"id","type":"String","label":"id"}]}"#,
      "calls another function"
    ),
    (
      #"{"name":"open","access":"external"}"#, #"{"name":"open"}"#, "from outside"
    ),
    (
      #"{"name":"open","routes":[{"pattern":"a/{id}"}]}"#, #"{"name":"open"}"#,
      "calls to this address fail"
    ),
  ])
  func `A route that others cannot call as before is breaking`(
    old: String, new: String, reason: String
  ) throws {
    let difference = Self.difference([Self.routes(old)], [Self.routes(new)])
    let breaks = difference.breaking.compactMap(\.breaks)
    #expect(breaks.contains { $0.contains(reason) }, "\(difference.changes)")
    // The other way round something is gained, or lost too if the type is another.
    if !reason.contains("another function") {
      #expect(Self.difference([Self.routes(new)], [Self.routes(old)]).breaking.isEmpty)
    }
  }

  @Test func `A custom record is referred to by its key`() {
    #expect(Self.difference([Self.record("page", "checkout")], []).breaking.count == 1)
    #expect(Self.difference([Self.record("phob", "cart")], []).breaking.isEmpty)
    #expect(Self.difference([Self.record("khct", "kl://Feed/open")], []).breaking.isEmpty)
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `A surface equals itself, and swapping two surfaces swaps added and removed`(
    seed: UInt64
  ) {
    var random = SeededGenerator(seed: seed)
    func some() -> [DeclaredRecord] {
      (0..<Int.random(in: 0...15, using: &random)).map { line in
        Self.record(
          ["task", "rhea", "page", "phob"].randomElement(using: &random)!,
          ["a", "b", "c"].randomElement(using: &random)!,
          in: ["Feed/F.swift", "Shop/S.swift"].randomElement(using: &random)!, line: line)
      }
    }
    let (old, new) = (some(), some())
    #expect(Self.difference(old, old).changes.isEmpty)
    #expect(Self.difference(old, old.shuffled(using: &random)).changes.isEmpty)
    let (there, back) = (Self.difference(old, new), Self.difference(new, old))
    for (sort, opposite) in [
      (SurfaceDifference.Change.Sort.added, SurfaceDifference.Change.Sort.removed),
      (.removed, .added), (.altered, .altered),
    ] {
      #expect(
        there.changes.count { $0.sort == sort } == back.changes.count { $0.sort == opposite })
    }
  }

  // MARK: - Texts

  @Test func `The text has one line for each change, with old and new value below`() {
    let later = Self.record("task", "Refresh", #"{"on":["idle"]}"#, line: 4)
    let lines = Self.difference([Self.task], [later]).changes.flatMap(\.lines)
    #expect(
      lines == [
        "~ task Refresh (Feed/Feed.swift:4)",
        "    was  comes from taskEvent didBecomeActive", "    was  on: didBecomeActive",
        "    is   comes from taskEvent idle", "    is   on: idle",
      ])
  }

  // A row of a table is one line, however long.
  // swift-format-ignore
  @Test func `In Markdown, breaking changes come first, and no text breaks the table`() {
    let odd = Self.record("page", "a|`b`")
    let markdown = Self.difference([Self.task, odd], [Self.record("rhea", "ready")]).markdown
    #expect(
      markdown == """
        ## Changed declarations

        2 removed, 1 added; 2 breaking.

        ### Breaking

        | module | what | where | |
        |---|---|---|---|
        | Feed | page `` a\\|`b` `` | `Feed/Feed.swift:1` | removed<br>**breaks source**: code that looks up the page by its key no longer finds it |
        | Feed | task `Refresh` | `Feed/Feed.swift:1` | removed<br>**breaks source**: code and tasks that name this task no longer find it |

        ### Added

        | module | what | where | |
        |---|---|---|---|
        | Feed | callback `ready in Feed.swift` | `Feed/Feed.swift:1` |  |

        """)
  }

  @Test func `Breaking changes are findings of their level`() {
    let external = #"{"name":"open","access":"external"}"#
    let job = Self.record("tjob", "Invoice", "{}")
    let findings = Self.difference([Self.routes(external), Self.task, job], []).findings
    #expect(
      findings.map { "\($0.severity.rawValue) \($0.code): \($0.subject)" } == [
        "error storedDataChange: job Invoice ->", "error storedDataChange: route Feed/open ->",
        "warning sourceChange: class Feed ->", "warning sourceChange: task Refresh ->",
      ])
  }
}
