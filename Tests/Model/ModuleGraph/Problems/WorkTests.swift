import Declarations
import ModuleGraph
import Testing

/// The work that a graph takes, whatever its records look like.
///
/// It is counted in steps and not timed, and must grow with the records and not with
/// their square: a file of 3 MB would else take minutes.
@Suite struct WorkTests {
  /// Records of a shape, and how many there are.
  struct Shape: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let records: @Sendable (_ count: Int) -> [DeclaredRecord]
  }

  private static func task(_ key: String, _ line: Int, _ detail: String = "") -> DeclaredRecord {
    .sample("task", key, "Feed/Tasks.swift", line, id: UInt64(line), detail)
  }

  private static func wire(
    _ from: (String, String), _ to: (String, String), _ line: Int, isUnresolved: Bool = false
  ) -> DeclaredRecord {
    let flag = isUnresolved ? #","unresolved":true"# : ""
    return .sample(
      "wire", "\(from.0) \(from.1) -> \(to.0) \(to.1)", "Feed/Wires.swift", line,
      id: UInt64(1_000_000 + line),
      #"{"from":{"kind":"\#(from.0)","name":"\#(from.1)"\#(flag)},"#
        + #""to":{"kind":"\#(to.0)","name":"\#(to.1)"\#(flag)}}"#)
  }

  /// A routing class with so many functions.
  private static func routingClass(_ name: String, _ count: Int) -> DeclaredRecord {
    let functions = (1...count).map { #"{"name":"f\#($0)"}"# }
    return .sample(
      "khla", name, "Feed/\(name).swift", 1,
      #"{"type":"\#(name)","functions":[\#(functions.joined(separator: ","))]}"#)
  }

  static let shapes: [Shape] = [
    Shape(testDescription: "tasks of one name") { count in
      (1...count).map { task("Sync", $0) }
    },
    Shape(testDescription: "tasks of one name and of the ids of its copies") { count in
      (1...count).map { task($0 % 2 == 0 ? "Sync" : "Sync~\($0)", $0) }
    },
    Shape(testDescription: "declarations of one key of a kind of one's own") { count in
      (1...count).map {
        .sample("page", "home", "Feed/P.swift", $0, flags: .unique, id: UInt64($0))
      }
    },
    Shape(testDescription: "callbacks of one event") { count in
      (1...count).map { .sample("rhea", "login", "Feed/C.swift", $0, id: UInt64($0)) }
    },
    Shape(testDescription: "wires to unknown tasks") { count in
      (1...count / 2).map { task("Known\($0)", $0) }
        + (1...count / 2).map { wire(("event", "login"), ("task", "Knwon\($0)"), $0) }
    },
    Shape(testDescription: "wires to unknown task events") { count in
      (1...count).map { wire(("taskEvent", "didBecomActiv\($0)"), ("event", "e\($0)"), $0) }
    },
    Shape(testDescription: "tasks that require unknown ones") { count in
      (1...count).map { task("Known\($0)", $0, #"{"dependsOn":[{"name":"Knwon\#($0)"}]}"#) }
    },
    Shape(testDescription: "tasks of one type that all require it") { count in
      (1...count).map {
        task("Sync\($0)", $0, #"{"type":"A\#($0).Sync","dependsOn":[{"type":"B\#($0).Sync"}]}"#)
      }
    },
    Shape(testDescription: "wires from names that nothing else has") { count in
      (1...count).map { wire(("event", "evnt\($0)x"), ("event", "event\($0)y"), $0) }
    },
    Shape(testDescription: "wires from one name that nothing else has") { count in
      (1...count).map { wire(("event", "login"), ("event", "logn\($0)"), $0) }
    },
    Shape(testDescription: "wires to one event that nothing listens to") { count in
      (1...count).map { wire(("event", "login\($0)"), ("event", "logn"), $0) }
    },
    Shape(testDescription: "unresolved wires to tasks of one last name") { count in
      (1...count / 2).map { task("M\($0).Sync", $0) }
        + (1...count / 2).map {
          wire(("event", "login"), ("task", "Sync"), $0, isUnresolved: true)
        }
    },
    Shape(testDescription: "a chain of wires") { count in
      (1...count).map { wire(("event", "e\($0)"), ("event", "e\($0 + 1)"), $0) }
    },
    Shape(testDescription: "a ring of wires") { count in
      (1...count).map { wire(("event", "e\($0)"), ("event", "e\($0 % count + 1)"), $0) }
    },
    Shape(testDescription: "rings of two wires") { count in
      (1...count).map { wire(("event", "e\($0 / 2)"), ("event", "f\($0 / 2)"), $0) }
    },
    Shape(testDescription: "wires of patterns, and routes of one class") { count in
      [routingClass("Feed", count / 2)]
        + (1...count / 2).map { wire(("call", "kl://Feed/{f\($0)}"), ("event", "e\($0)"), $0) }
    },
    Shape(testDescription: "wires of patterns that begin with a capture, and routes") { count in
      (1...count / 2).map { routingClass("Feed\($0)", 1) }
        + (1...count / 2).map { wire(("call", "kl://{c}/f\($0)"), ("event", "e\($0)"), $0) }
    },
    Shape(testDescription: "tasks with long names") { count in
      (1...count / 50).map {
        task(String(repeating: "n", count: 2_000) + "\($0)", $0, #"{"dependsOn":[{"name":"x"}]}"#)
      }
    },
  ]

  @Test(arguments: shapes)
  func `Work grows with the declarations, and not with their square`(shape: Shape) {
    let limit = 20_000
    func steps(_ count: Int) -> Int {
      var builder = ModuleGraph.Builder()
      for record in shape.records(count) { builder.add(record) }
      builder.limits.searchSteps = limit
      builder.limits.wireEnds = limit
      builder.limits.routeSteps = limit
      return builder.countSteps()
    }
    // However many there are, no more than the limits and some steps for each; their
    // square is a million.
    for count in [250, 1_000] { #expect(steps(count) < 3 * limit + 20 * count) }
  }

  @Test func `A pattern is compared only with routes that start as it does`() {
    func steps(_ pattern: String) -> Int {
      var builder = ModuleGraph.Builder()
      for number in 1...100 { builder.add(Self.routingClass("Feed\(number)", 3)) }
      let before = builder.countSteps()
      builder.add(Self.wire(("call", pattern), ("event", "e"), 1))
      return builder.countSteps() - before
    }
    #expect(steps("kl://Feed7/{function}") < 10)
    #expect(steps("kl://{class}/f1") >= 300)
  }

  @Test func `Patterns with too many candidates are compared with few, with a notice`() throws {
    var builder = ModuleGraph.Builder()
    builder.limits.routeSteps = 450
    builder.add(Self.routingClass("Feed", 200))
    for number in 1...3 {
      builder.add(Self.wire(("call", "kl://Feed/{f\(number)}"), ("event", "e\(number)"), number))
    }
    let graph = builder.graph()
    let ends = Dictionary(grouping: graph.edges.filter { $0.kind == .wireFrom }, by: \.to)
    #expect(ends.values.map(\.count).sorted() == [1, 200, 200])
    let warning = try #require(graph.problems.first { $0.code == .wireEndsCutOff })
    #expect(warning.locations.map(\.line) == [3])
  }

  @Test func `A skipped search is reported, and the rest of the graph is complete`() throws {
    var builder = ModuleGraph.Builder()
    builder.limits.searchSteps = 10_000
    for number in 1...300 {
      builder.add(Self.task("Known\(number)", number))
      builder.add(
        Self.wire(("event", "login"), ("task", "Knwon\(number)"), number))
    }
    let graph = builder.graph()
    #expect(graph.problems.count { $0.code == .missingWireEnd } == 300)
    let notice = try #require(graph.problems.first { $0.code == .suggestionsCutOff })
    #expect(notice.severity == .notice)
    #expect(notice.message.contains("names were not compared with all others"))
    // Where the search was not cut, the nearest are there.
    let first = try #require(graph.problems.first { $0.code == .missingWireEnd })
    #expect(!first.suggestions.isEmpty)
  }

  @Test func `Wires with too many ends get one end, with a notice`() throws {
    var builder = ModuleGraph.Builder()
    builder.limits.wireEnds = 1_000
    for number in 1...60 {
      builder.add(Self.task("M\(number).Sync", number))
      builder.add(
        Self.wire(("event", "login"), ("task", "Sync"), number, isUnresolved: true))
    }
    let graph = builder.graph()
    #expect(graph.edges.count { $0.kind == .wireTo } < 1_100)
    let warning = try #require(graph.problems.first { $0.code == .wireEndsCutOff })
    #expect(warning.message.contains("more wires match more ends than the graph shows"))
    #expect(warning.locations.count == 1)
  }
}
