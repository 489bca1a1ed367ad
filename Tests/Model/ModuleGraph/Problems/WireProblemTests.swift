import ModularityTestSupport
import ModuleGraph
import TaskKit
import Testing

/// What is found to be wrong with wires.
@Suite struct WireProblemTests {
  private static let task = DeclaredRecord.sample(
    "task", "RefreshFeed", "Feed/Tasks.swift", 4, #"{"on":["didBecomeActive"]}"#)

  private static let job = DeclaredRecord.sample(
    "tjob", "SendInvoice", "Mail/Jobs.swift", 3, #"{"queue":"mail"}"#)

  private static func wire(
    _ fromKind: String, _ from: String, _ toKind: String, _ to: String, line: Int = 9,
    filtered: Bool = false, joined: Bool = false
  ) -> DeclaredRecord {
    SampleApp.wire(
      fromKind, from, toKind, to, "W/W.swift", line, filtered: filtered, joined: joined)
  }

  private static func problems(_ wires: DeclaredRecord...) -> [ModuleProblem] {
    ModuleGraph(records: [task, job] + wires).problems
  }

  @Test(arguments: [
    ("task", "RefreshFed", "RefreshFeed"), ("job", "SendInvoce", "SendInvoice"),
    ("taskEvent", "didBecomActive", "didBecomeActive"),
  ])
  func `An end that does not exist is an error with the nearest name`(
    kind: String, name: String, meant: String
  ) throws {
    for wire in [Self.wire(kind, name, "task", "RefreshFeed"), Self.wire("event", "a", kind, name)]
    {
      let problem = try #require(Self.problems(wire).first)
      #expect(problem.code == .missingWireEnd)
      #expect(problem.severity == .error)
      #expect(problem.suggestions == [meant])
      #expect(problem.message.contains("Did you mean '\(meant)'?"))
      #expect(problem.description.hasPrefix("W/W.swift:9: error: "))
    }
  }

  @Test func `Every event of TaskKit may be an end, also that of demand`() {
    let events = TaskEvent(rawValue: .max).members
    #expect(events.contains(.demand))
    for event in events {
      let name = String(event.description.dropFirst())
      #expect(Self.problems(Self.wire("taskEvent", name, "task", "RefreshFeed")).isEmpty, "\(name)")
      #expect(Self.problems(Self.wire("event", "a", "taskEvent", name)).isEmpty, "\(name)")
    }
  }

  @Test func `An unresolved call is an error`() {
    let problems = Self.problems(Self.wire("event", "a", "call", "kl://Nowhere/at"))
    #expect(problems.map(\.code) == [.missingWireEnd])
  }

  @Test func `Names computed at run time cause no problem`() {
    #expect(Self.problems(Self.wire("event", "a", "task", ".unknown")).isEmpty)
    #expect(Self.problems(Self.wire("taskEvent", ".mine", "task", "RefreshFeed")).isEmpty)
  }

  @Test func `An event without listeners is a notice with the nearest name`() throws {
    let graph = ModuleGraph(records: [
      .sample("rhea", "userDidLogin", "Feed/Feed.swift", 2), Self.task,
      Self.wire("task", "RefreshFeed", "event", "userDidLogn"),
    ])
    let problem = try #require(graph.problems.first)
    #expect(problem.code == .unheardEvent)
    #expect(problem.severity == .notice)
    #expect(problem.suggestions == ["userDidLogin"])
  }

  @Test(arguments: [
    ("call", "kl://Feed/at", true), ("relay", "cart.count", true), ("notification", "n", true),
    ("job", "SendInvoice", true), ("task", "Nightly", true), ("task", "RefreshFeed", false),
    ("event", "a", false), ("taskEvent", "didFinishLaunching", false),
  ])
  func `A callback that runs once is a warning if its event comes again and again`(
    kind: String, name: String, isFound: Bool
  ) {
    let nightly = DeclaredRecord.sample(
      "tsch", "Nightly", "Feed/Tasks.swift", 8, #"{"cron":"0 3 * * *"}"#)
    func problems(_ flags: RecordFlags, filtered: Bool = false) -> [ModuleProblem] {
      Self.problems(
        nightly, .sample("rhea", "fed", "Feed/Feed.swift", 2, flags: flags),
        Self.wire(kind, name, "event", "fed", filtered: filtered)
      ).filter { $0.code == .callbackRunsOnce }
    }
    #expect(problems([]).map(\.severity) == (isFound ? [.warning] : []))
    #expect(problems([.repeatable]).isEmpty)
    #expect(problems([], filtered: true).isEmpty)
  }

  @Test func `A source that is named once is a notice if a similar name exists`()
    throws
  {
    let listener = DeclaredRecord.sample("rhea", "userDidLogin", "Feed/Feed.swift", 2)
    let problem = try #require(
      Self.problems(listener, Self.wire("event", "userDidLogn", "task", "RefreshFeed")).first)
    #expect(problem.code == .nearlySameName)
    #expect(problem.severity == .notice)
    #expect(problem.suggestions == ["userDidLogin"])
    for name in ["userDidLogin", "somethingElse", "userDidLogin2", ".userDidLogn"] {
      #expect(Self.problems(listener, Self.wire("event", name, "task", "RefreshFeed")).isEmpty)
    }
  }

  @Test(arguments: [("event", "rhea", "userDidLogin"), ("relay", "phob", "cartCount")])
  func `A listener of an unused name gets a notice with the nearest name of a wire`(
    end: String, kind: String, name: String
  ) throws {
    let wire = Self.wire("task", "RefreshFeed", end, name)
    let slip = String(name.dropLast(2)) + "x"
    let problem = try #require(
      Self.problems(wire, .sample(kind, slip, "Feed/Feed.swift", 2)).first {
        $0.code == .nearlySameName
      })
    #expect(problem.locations.map(\.line) == [2])
    #expect(problem.suggestions == [name])
    // What code may give to is no slip of what code may give to.
    #expect(
      Self.problems(
        .sample(kind, name, "Feed/Feed.swift", 2), .sample(kind, slip, "Feed/Feed.swift", 3)
      ).isEmpty)
  }

  @Test func `Names that differ by more than a typing error are different names`() {
    let listener = DeclaredRecord.sample("rhea", "deskDidOpen", "Feed/Feed.swift", 2)
    #expect(
      Self.problems(listener, Self.wire("event", "deskDidClose", "task", "RefreshFeed")).isEmpty)
  }

  @Test func `An event with a listener or a wire has no notice`() {
    let graph = ModuleGraph(records: [
      .sample("rhea", "heard", "Feed/Feed.swift", 2), Self.task,
      Self.wire("task", "RefreshFeed", "event", "heard"),
      Self.wire("notification", "n", "event", "onward", line: 10),
      Self.wire("event", "onward", "event", "heard", line: 11),
    ])
    #expect(graph.problems.isEmpty)
  }

  @Test func `A duplicate wire is a warning, unless it is filtered`() {
    let wire = Self.wire("event", "a", "task", "RefreshFeed")
    #expect(
      Self.problems(wire, Self.wire("event", "a", "task", "RefreshFeed", line: 12)).map(\.code)
        == [.duplicateWire])
    #expect(
      Self.problems(wire, Self.wire("event", "a", "task", "RefreshFeed", line: 12, filtered: true))
        .isEmpty)
  }

  @Test func `A cycle of wires is an error with its path`() throws {
    let problem = try #require(
      Self.problems(
        Self.wire("event", "a", "task", "RefreshFeed"),
        Self.wire("task", "RefreshFeed", "event", "a", line: 10)
      ).first)
    #expect(problem.code == .wireLoop)
    #expect(problem.severity == .error)
    #expect(problem.message.contains("event a -> task RefreshFeed -> event a"))
    #expect(problem.locations.map(\.line) == [9, 10])
  }

  @Test func `A job can be part of a cycle`() {
    let problems = Self.problems(
      Self.wire("event", "a", "job", "SendInvoice"),
      Self.wire("job", "SendInvoice", "event", "a", line: 10))
    #expect(problems.map(\.code) == [.wireLoop])
    #expect(problems.first?.nodes.contains("job:SendInvoice") == true)
  }

  @Test func `A cycle with a filter is a warning`() {
    let problems = Self.problems(
      Self.wire("event", "a", "task", "RefreshFeed", filtered: true),
      Self.wire("task", "RefreshFeed", "event", "a", line: 10))
    #expect(problems.map(\.severity) == [.warning])
  }

  @Test func `The callbacks of an event can close a cycle`() throws {
    let problem = try #require(
      Self.problems(Self.wire("task", "RefreshFeed", "taskEvent", "didBecomeActive")).first)
    #expect(problem.code == .wireLoop)
  }

  @Test func `A wire to its own source is a cycle, one that joins two ends is not`() {
    #expect(Self.problems(Self.wire("relay", "a", "relay", "a")).map(\.code) == [.wireLoop])
    #expect(Self.problems(Self.wire("relay", "a", "relay", "b", joined: true)).isEmpty)
  }

  @Test(arguments: 0..<60)
  func `Exactly the cycles that a naive search finds are reported`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let count = Int.random(in: 1...7, using: &random)
    var targets: [Int: Set<Int>] = [:]
    var records: [DeclaredRecord] = []
    for line in 1...Int.random(in: 1...12, using: &random) {
      let (from, to) = (
        Int.random(in: 0..<count, using: &random), Int.random(in: 0..<count, using: &random)
      )
      targets[from, default: []].insert(to)
      records.append(
        SampleApp.wire("relay", "r\(from)", "relay", "r\(to)", "W/W.swift", line))
    }
    func reached(from start: Int) -> Set<Int> {
      var reached: Set<Int> = []
      var next = Array(targets[start] ?? [])
      while let node = next.popLast() {
        guard reached.insert(node).inserted else { continue }
        next += targets[node] ?? []
      }
      return reached
    }
    var expected: Set<Set<Int>> = []
    for start in 0..<count where reached(from: start).contains(start) {
      expected.insert(
        reached(from: start).filter { reached(from: $0).contains(start) }.union([start]))
    }
    let loops = ModuleGraph(records: records).problems.filter { $0.code == .wireLoop }
    #expect(loops.count == expected.count)
    for loop in loops {
      let around = loop.nodes.compactMap { Int($0.replacing("relay:r", with: "")) }
      #expect(expected.contains { $0.isSuperset(of: around) })
      for (one, other) in zip(around, around.dropFirst() + around.prefix(1)) {
        #expect(targets[one]?.contains(other) == true)
      }
    }
  }
}
