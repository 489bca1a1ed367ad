import Declarations
import ModuleGraph
import Testing

@Suite struct FormerNameProblemTests {
  private static func job(_ name: String, line: Int, formerly names: String...) -> DeclaredRecord {
    let list = names.map { #""\#($0)""# }.joined(separator: ",")
    return .sample("tjob", name, "Mail/Jobs.swift", line, #"{"formerly":[\#(list)]}"#)
  }

  private static func problems(_ records: DeclaredRecord...) -> [ModuleProblem] {
    ModuleGraph(records: records).problems.filter { $0.code == .takenFormerName }
  }

  @Test func `An earlier name that another job has is an error with both locations`() throws {
    let problems = Self.problems(
      Self.job("SendInvoice", line: 3, formerly: "SendMail"), Self.job("SendMail", line: 9))
    let problem = try #require(problems.first)
    #expect(problems.count == 1)
    #expect(problem.severity == .error)
    #expect(
      problem.message == """
        the job 'SendInvoice' (Mail/Jobs.swift:3) was formerly 'SendMail', which is also a name of \
        'SendMail' (Mail/Jobs.swift:9). Remove '.formerly("SendMail")' from one of them.
        """)
  }

  @Test func `Two jobs with one earlier name are an error`() {
    let problems = Self.problems(
      Self.job("A", line: 3, formerly: "Old"), Self.job("B", line: 9, formerly: "Old"))
    #expect(problems.map(\.locations.count) == [2])
  }

  @Test func `A job whose earlier name is its own is an error at one node`() {
    let problems = Self.problems(Self.job("A", line: 3, formerly: "A"))
    #expect(problems.map(\.nodes) == [["job:A"]])
  }

  @Test func `A job that has moved to another queue keeps its name`() {
    let job = DeclaredRecord.sample(
      "tjob", "A", "Mail/Jobs.swift", 3, #"{"formerly":["A"],"formerQueues":["mail"]}"#)
    #expect(Self.problems(job).isEmpty)
  }

  @Test func `Earlier names of a job and a task do not collide`() {
    let task = DeclaredRecord.sample(
      "tsch", "Old", "Mail/Tasks.swift", 3, #"{"every":60,"formerly":["Older"]}"#)
    #expect(Self.problems(Self.job("A", line: 3, formerly: "Old", "Older"), task).isEmpty)
  }

  private static func callback(_ event: String, line: Int, _ detail: String = "") -> DeclaredRecord
  {
    .sample("rhea", event, "Ship/Ship.swift", line, detail)
  }

  @Test func `An earlier name of an event to which callbacks listen is an error`() throws {
    let problems = Self.problems(
      Self.callback("sailed", line: 3, #"{"formerly":["left"]}"#), Self.callback("left", line: 9),
      Self.callback("sailed", line: 12, #"{"formerly":["left"]}"#))
    #expect(
      problems.map(\.message) == [
        """
        the event 'sailed' (Ship/Ship.swift:3) was formerly 'left', which is also a name of 'left' \
        (Ship/Ship.swift:9). Remove 'formerly: "left"' from one of them.
        """
      ])
    let renamedTwice = Self.problems(
      Self.callback("sailed", line: 3, #"{"formerly":["left"]}"#),
      Self.callback("departed", line: 9, #"{"formerly":["left"]}"#))
    #expect(renamedTwice.count == 1)
  }

  @Test func `Wires and uses of an earlier name of an event lead to the event`() throws {
    let graph = ModuleGraph(records: [
      .sample(
        "rhea", "sailed", "Ship/Ship.swift", 3, flags: .repeatable, #"{"formerly":["left"]}"#),
      .sample("uses", "left", "Ship/Uses.swift", 4, #"{"target":"event"}"#),
      .sample(
        "wire", "a wire", "Ship/Wires.swift", 5,
        #"{"from":{"kind":"relay","names":["basket"]},"to":{"kind":"event","names":["left"]}}"#),
      .sample("phky", "cart", "Ship/Keys.swift", 6, #"{"type":"Int","formerly":["basket"]}"#),
      .sample("phob", "basket", "Ship/Keys.swift", 7),
    ])
    #expect(graph.problems.isEmpty)
    #expect(graph.node("event:left") == nil)
    #expect(graph.node("relay:basket") == nil)
    #expect(graph.edges(to: "event:sailed").map(\.kind) == [.listens, .wireTo])
    #expect(graph.edges(from: "relay:cart").map(\.kind) == [.wireFrom])
    #expect(graph.edges(to: "relay:cart").map(\.kind) == [.observes])
    #expect(graph.uses.map(\.nodes) == [["event:sailed"]])
  }

  @Test func `An earlier name of a relay key that another key has is an error`() {
    let key = DeclaredRecord.sample(
      "phky", "cart", "Ship/Keys.swift", 6, #"{"type":"Int","formerly":["basket"]}"#)
    let basket = DeclaredRecord.sample(
      "phky", "basket", "Ship/Keys.swift", 7, #"{"type":"Int"}"#)
    #expect(Self.problems(key).isEmpty)
    #expect(Self.problems(key, basket).map(\.nodes) == [["relay:cart", "relay:basket"]])
  }
}
