import Declarations
import Testing

@testable import ModuleGraph

/// How records of `#uses` become uses.
@Suite struct UseRecordTests {
  private static func uses(_ records: DeclaredRecord...) -> [ModuleGraph.Use] {
    var builder = ModuleGraph.Builder()
    for record in records { builder.add(record) }
    var draft = GraphDraft()
    draft.read(builder)
    return draft.uses
  }

  private static func record(
    _ target: String, _ key: String, flags: RecordFlags = []
  ) -> DeclaredRecord {
    .sample("uses", key, "Cart/Remote.swift", 4, flags: flags, #"{"target":"\#(target)"}"#)
  }

  private static let verbs: [(String, String, ModuleGraph.Edge.Kind)] = [
    ("route", "kl://Store/delete?id={}", .calls),
    ("event", "userDidLogin", .triggers), ("notification", "cart.full", .triggers),
    ("task", "Sync", .runs), ("job", "SendInvoice", .enqueues), ("relay", "cart.count", .names),
    ("page", "start", .names),
  ]

  @Test(arguments: verbs)
  func `A record is a use by its module, with the verb of its kind`(
    target: String, name: String, verb: ModuleGraph.Edge.Kind
  ) {
    let record = Self.record(target, name)
    #expect(
      Self.uses(record) == [
        ModuleGraph.Use(
          verb, ModuleGraph.Node.Kind(rawValue: target), name, module: "Cart",
          location: record.location, origin: .record)
      ])
  }

  @Test func `A constant has the name of its last member`() {
    let uses = Self.uses(Self.record("event", "AppEvents.login", flags: .unresolvedKey))
    #expect(uses.map(\.name) == ["login"])
  }

  @Test func `A key that is declared has the name of its declaration`() {
    let key = DeclaredRecord.sample(
      "phky", "cart.count", "Cart/Keys.swift", 2, #"{"member":"cartCount","type":"Int"}"#)
    let uses = Self.uses(key, Self.record("relay", ".cartCount", flags: .unresolvedKey))
    #expect(uses.map(\.name) == ["cart.count"])
  }

  @Test func `Uses that a builder was given come after those of records`() {
    var builder = ModuleGraph.Builder()
    let seen = ModuleGraph.Use(
      .runs, .task, "Sync", module: "Account", location: nil, origin: .trace, count: 2)
    builder.add(use: seen)
    builder.add(Self.record("task", "Sync"))
    var draft = GraphDraft()
    draft.read(builder)
    #expect(draft.uses.map(\.origin) == [.record, .trace])
    #expect(draft.uses.last == seen)
  }

  @Test func `A record without the kind of what is used is a problem and no use`() throws {
    let record = DeclaredRecord.sample("uses", "Sync", "Cart/Remote.swift", 4, "{}")
    #expect(Self.uses(record).isEmpty)
    let problem = try #require(ModuleGraph(records: [record]).problems.first)
    #expect(problem.code == .unreadableDetail)
    #expect(problem.message.contains("it has no 'target', which must be a text"))
    #expect(problem.nodes.isEmpty)
  }
}
