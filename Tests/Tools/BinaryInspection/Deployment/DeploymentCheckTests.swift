import BinaryInspection
import Foundation
import ModuleGraph
import ProgramTestSupport
import Testing

/// The reasons not to deploy a build.
@Suite struct DeploymentCheckTests {
  /// A build of a program.
  private struct Build: Sendable {
    var nodes: [ModuleGraph.Node] = []
    var schemas = DataSchemas()

    static func + (left: Self, right: Self) -> Self {
      Build(
        nodes: left.nodes + right.nodes,
        schemas: DataSchemas(
          uses: left.schemas.uses + right.schemas.uses,
          forms: left.schemas.forms.merging(right.schemas.forms) { first, _ in first }))
    }

    var graph: ModuleGraph {
      var builder = ModuleGraph.Builder()
      for node in nodes { builder.add(node: node) }
      return builder.graph()
    }
  }

  private static func node(
    _ kind: ModuleGraph.Node.Kind, _ name: String, _ attributes: ModuleGraph.Attribute...
  ) -> Build {
    node(kind, name, attributes)
  }

  private static func node(
    _ kind: ModuleGraph.Node.Kind, _ name: String, _ attributes: [ModuleGraph.Attribute]
  ) -> Build {
    Build(nodes: [
      ModuleGraph.Node(
        kind: kind, name: name, locations: [CodeLocation(fileID: "Billing/B.swift", line: 3)],
        attributes: attributes)
    ])
  }

  private static func job(
    _ name: String, _ payload: DataType? = nil, _ attributes: ModuleGraph.Attribute...,
    result: DataType? = nil, forms: [String: DataForm] = [:]
  ) -> Build {
    // Every job that a program declares has the attribute.
    let queue: [ModuleGraph.Attribute] =
      attributes.contains { $0.name == "queue" } ? [] : [.init("queue", "default")]
    var build = node(.job, name, queue + attributes)
    let types = [(DataSchemas.Use.Role.payload, payload), (.result, result)]
    build.schemas = DataSchemas(
      uses: types.compactMap { role, type in
        type.map { DataSchemas.Use(kind: .job, name: name, role: role, type: $0) }
      }, forms: forms)
    return build
  }

  /// A job that is named by a type with a property `queue`.
  private static let typedJob = job(
    "Sort", .basic(.int), .init("queue", "unknown (a property of the type)"))

  private static func task(_ cron: String, isDurable: Bool = true) -> Build {
    isDurable
      ? node(.task, "Nightly", .init("durable", true), .init("cron", .text(cron)))
      : node(.task, "Nightly", .init("cron", .text(cron)))
  }

  private static func invoice(_ tons: DataType) -> Build {
    job(
      "Invoice", .named("Billing.Invoice"),
      forms: ["Billing.Invoice": .object([.init("tons", tons)])])
  }

  private static func stored(
    _ name: String, queue: String = "default", step: StoreInventory.Step? = nil,
    _ counts: [String: Int]
  ) -> StoreInventory {
    StoreInventory(jobs: [.init(name, queue: queue, step: step, counts: counts, example: "4711")])
  }

  private struct Example: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let old: Build
    let new: Build
    var store = StoreInventory()
    var reasons: [String] = []
    var remarks: [String] = []
  }

  private static let place = "Billing/B.swift:3: "
  private static let unknownJob =
    place + "the old build does not know the job 'SendBill', and leaves it to the new build "
    + "[unknownToOldBuild]"

  private static func decoded(_ count: Int, _ failures: [StoreInventory.Failure]) -> StoreInventory
  {
    var store = stored("Invoice", ["waiting": 30])
    store.jobs[0].decoding = StoreInventory.Decoding(count: count, failures: failures)
    return store
  }

  private static let examples: [Example] = [
    Example(
      testDescription: "payloads of another type that the new build has decoded",
      old: invoice(.basic(.int)), new: invoice(.optional(.basic(.string))),
      store: decoded(20, []),
      reasons: [
        place + "the old build cannot read the payload of a job 'Invoice' of the new build: 'tons' "
          + "is missing for nil, and is read as an Int [unreadableForOldBuild]"
      ]),
    Example(
      testDescription: "payloads that the new build could not decode",
      old: invoice(.basic(.int)), new: invoice(.basic(.int)),
      store: decoded(
        20, [.init(id: "7", reason: "'tons' is not valid"), .init(id: "8", reason: "no")]),
      reasons: [
        place + "jobs 'Invoice' (30 waiting, for example 4711) have payloads that the new build "
          + "cannot read: 2 of 20 that it decoded, for example the payload of 7: 'tons' is not "
          + "valid [unreadablePayload]"
      ]),
    Example(
      testDescription: "equal builds", old: invoice(.basic(.int)) + task("0 2 * * *"),
      new: invoice(.basic(.int)) + task("0 2 * * *"),
      store: stored("Invoice", ["waiting": 3])),
    Example(
      testDescription: "a removed job", old: job("Invoice", .basic(.int)), new: Build(),
      store: stored("Invoice", ["waiting": 12, "delayed": 3, "running": 0]),
      reasons: [
        place + "jobs 'Invoice' (3 delayed, 12 waiting, for example 4711) would never run, "
          + "because the new build declares no such job. If it was renamed, declare it with "
          + #"'.formerly("Invoice")' [undeclaredJob]"#
      ]),
    Example(
      testDescription: "a removed job without stored jobs", old: job("Invoice", .basic(.int)),
      new: Build(), store: stored("Invoice", ["waiting": 0])),
    Example(
      testDescription: "a removed job of a flow, which neither build declares", old: Build(),
      new: Build(),
      store: stored("Ship", step: .init(flow: "Order", name: "ship"), ["blocked": 1]),
      remarks: [
        "jobs 'Ship' of the step 'ship' of the flow 'Order' (1 blocked, for example 4711) are "
          + "declared by neither build, so only a handler that is added at run time runs them "
          + "[undeclaredJob]"
      ]),
    Example(
      testDescription: "a renamed job with its earlier name", old: job("Mail", .basic(.int)),
      new: job("Invoice", .basic(.int), .init("formerly", .list(["Mail"]))),
      store: stored("Mail", ["waiting": 2]),
      remarks: [
        place + "the old build does not know the job 'Invoice', and leaves it to the new build "
          + "[unknownToOldBuild]"
      ]),
    Example(
      testDescription: "a renamed job with a narrower payload", old: job("Mail", .basic(.double)),
      new: job("Invoice", .basic(.int), .init("formerly", .list(["Mail"]))),
      store: stored("Mail", ["waiting": 2]),
      reasons: [
        place + "jobs 'Mail' (2 waiting, for example 4711) have payloads that the new build "
          + "cannot read: the value is written as any Double, and is read as an Int "
          + "[unreadablePayload]"
      ],
      remarks: [
        place + "the old build does not know the job 'Invoice', and leaves it to the new build "
          + "[unknownToOldBuild]"
      ]),
    Example(
      testDescription: "a job that has moved to another queue",
      old: job("Mail", .basic(.int), .init("queue", "slow")),
      new: job("Mail", .basic(.int), .init("queue", "fast")),
      store: stored("Mail", queue: "slow", ["waiting": 2]),
      reasons: [
        place + "jobs 'Mail' (2 waiting, for example 4711) would never run, because the new build "
          + "claims no jobs of the queue 'slow'. Declare the job with "
          + #"'.formerly("Mail", queue: "slow")' [unclaimedQueue]"#
      ]),
    Example(
      testDescription: "a queue that no known job has, beside a job whose type declares its queue",
      old: job("Mail", .basic(.int), .init("queue", "slow")) + typedJob,
      new: job("Mail", .basic(.int), .init("queue", "fast")) + typedJob,
      store: stored("Mail", queue: "slow", ["waiting": 2]),
      remarks: [
        place + "jobs 'Mail' (2 waiting, for example 4711) are in the queue 'slow', and only the "
          + "new build knows whether it claims jobs of this queue, because types declare the "
          + "queues of 'Sort' [unclaimedQueue]"
      ]),
    Example(
      testDescription: "a job that has moved to another queue, with its earlier queue",
      old: job("Mail", .basic(.int), .init("queue", "slow")),
      new: job(
        "Mail", .basic(.int), .init("queue", "fast"), .init("formerly", .list(["Mail"])),
        .init("formerQueues", .list(["slow"]))),
      store: stored("Mail", queue: "slow", ["waiting": 2])),
    Example(
      testDescription: "a result that a step reads",
      old: job("Sum", .basic(.int), result: .basic(.double)),
      new: job("Sum", .basic(.int), result: .basic(.int)),
      store: StoreInventory(results: [.init("Sum", count: 3, example: "4711")]),
      reasons: [
        place + "3 ended steps 'Sum' of unfinished flows (for example 4711) have results that the "
          + "new build cannot read: the value is written as any Double, and is read as an Int "
          + "[unreadableResult]",
        place + "the new build cannot read the result of a job 'Sum' of the old build: the value "
          + "is written as any Double, and is read as an Int [unreadableForNewBuild]",
      ]),
    Example(
      testDescription: "a job with another order of its steps",
      old: job("Trip", .basic(.int), .init("steps", .list(["step pay", "sleep", "step ship"]))),
      new: job("Trip", .basic(.int), .init("steps", .list(["step pay", "step ship", "sleep"]))),
      store: StoreInventory(stepped: [.init("Trip", count: 3, example: "4711")]),
      reasons: [
        place + "3 jobs 'Trip' (for example 4711) have stored steps, and may fail in the new "
          + "build: it calls 'sleep' in another order, so jobs that have stored this step fail "
          + "[changedSteps]"
      ]),
    Example(
      testDescription: "a job with another step at its end",
      old: job("Trip", .basic(.int), .init("steps", .list(["step pay"]))),
      new: job("Trip", .basic(.int), .init("steps", .list(["step pay", "step ship"]))),
      store: StoreInventory(stepped: [.init("Trip", count: 3, example: "4711")])),
    Example(
      testDescription: "a renamed schedule with its earlier name", old: task("0 2 * * *"),
      new: node(
        .task, "Report", .init("durable", true), .init("cron", "0 2 * * *"),
        .init("formerly", .list(["Nightly"]))),
      store: StoreInventory(schedules: [.init("Nightly", definition: "at 02:00")])),
    Example(
      testDescription: "a narrower payload with stored jobs", old: invoice(.basic(.double)),
      new: invoice(.basic(.int)), store: stored("Invoice", ["waiting": 2]),
      reasons: [
        place + "jobs 'Invoice' (2 waiting, for example 4711) have payloads that the new build "
          + "cannot read: 'tons' is written as any Double, and is read as an Int "
          + "[unreadablePayload]"
      ]),
    Example(
      testDescription: "a narrower payload without stored jobs", old: invoice(.basic(.double)),
      new: invoice(.basic(.int)),
      reasons: [
        place + "the new build cannot read the payload of a job 'Invoice' of the old build: "
          + "'tons' is written as any Double, and is read as an Int [unreadableForNewBuild]"
      ]),
    Example(
      testDescription: "a wider payload", old: invoice(.basic(.int)),
      new: invoice(.optional(.basic(.int))), store: stored("Invoice", ["waiting": 2]),
      reasons: [
        place + "the old build cannot read the payload of a job 'Invoice' of the new build: "
          + "'tons' is missing for nil, and is read as an Int [unreadableForOldBuild]"
      ]),
    Example(
      testDescription: "a new result", old: job("Sum", .basic(.int)),
      new: job("Sum", .basic(.int), result: .basic(.int)),
      reasons: [
        place + "the new build cannot read the result of a job 'Sum' of the old build, which "
          + "does not exist [unreadableForNewBuild]"
      ]),
    Example(
      testDescription: "an opaque payload",
      old: job("Mail", .named("Mail"), forms: ["Mail": .opaque("it is written by hand")]),
      new: job("Mail", .basic(.string)), store: stored("Mail", ["waiting": 1]),
      remarks: [
        place + "jobs 'Mail' (1 waiting, for example 4711) may have payloads that the new build "
          + "cannot read: the value is written as Mail, and may not be read as a String "
          + "[unreadablePayload]",
        place + "the old build may not be able to read the payload of a job 'Mail' of the new "
          + "build: the value is written as a String, and may not be read as Mail "
          + "[unreadableForOldBuild]",
      ]),
    Example(
      testDescription: "a new job", old: Build(), new: job("Mail", .basic(.string)),
      remarks: [
        place + "the old build does not know the job 'Mail', and leaves it to the new build "
          + "[unknownToOldBuild]"
      ]),
    Example(
      testDescription: "a job that only an earlier build stored", old: Build(),
      new: job("Mail", .basic(.string)), store: stored("Mail", ["waiting": 1]),
      remarks: [
        place + "jobs 'Mail' (1 waiting, for example 4711) have payloads whose type is "
          + "unknown in one of the builds [unreadablePayload]",
        place + "the old build does not know the job 'Mail', and leaves it to the new build "
          + "[unknownToOldBuild]",
      ]),
    Example(
      testDescription: "a payload of an unknown type", old: job("Sum"),
      new: job("Sum", .basic(.int)),
      remarks: [
        place + "the payload of a job 'Sum' of the old build has a type that is unknown in one of "
          + "the builds [unreadableForNewBuild]",
        place + "the payload of a job 'Sum' of the new build has a type that is unknown in one of "
          + "the builds [unreadableForOldBuild]",
      ]),
    Example(
      testDescription: "a removed schedule", old: task("0 2 * * *"), new: Build(),
      store: StoreInventory(schedules: [.init("Nightly", definition: "at 02:00")]),
      reasons: [
        place + "the durable schedule 'Nightly' (at 02:00) has no durable task in the new build. "
          + #"If it was renamed, declare it with '.formerly("Nightly")' [missingSchedule]"#
      ]),
    Example(
      testDescription: "a schedule that the store only knows", old: Build(),
      new: task("0 2 * * *", isDurable: false),
      store: StoreInventory(schedules: [.init("Nightly", definition: "at 02:00")]),
      remarks: [
        "the durable schedule 'Nightly' (at 02:00) is declared by neither build, so only a task "
          + "that is added at run time continues it [missingSchedule]"
      ]),
    Example(
      testDescription: "another time of a schedule", old: task("0 2 * * *"),
      new: task("0 3 * * *"),
      reasons: [
        place + "the durable schedule 'Nightly' (cron: 0 2 * * *) has another definition in the "
          + "new build: cron: 0 3 * * * [changedSchedule]"
      ]),
    Example(
      testDescription: "a removed external route and wire",
      old: node(.route, "kl://a", .init("access", "external")) + node(.route, "kl://b")
        + node(.wire, "event a -> task b"), new: Build(),
      reasons: [
        place + "the external route kl://a is not as it was: calls to this address fail "
          + "[brokenRoute]",
        place + "the wire event a -> task b no longer exists [missingWire]",
      ]),
    Example(
      testDescription: "a removed durable wire, whose publications wait",
      old: job("Invoice", .basic(.int)) + node(.wire, "event placed -> job Invoice (durable)"),
      new: Build(), store: stored("Invoice", ["waiting": 12]),
      reasons: [
        place + "jobs 'Invoice' (12 waiting, for example 4711) would never run, because the new "
          + "build declares no such job. If it was renamed, declare it with "
          + #"'.formerly("Invoice")' [undeclaredJob]"#,
        place + "the wire event placed -> job Invoice (durable) no longer exists [missingWire]",
      ]),
    Example(
      testDescription: "a wire to a renamed job",
      old: node(.wire, "event a -> job SendInvoice"),
      new: job("SendBill", nil, .init("formerly", .list(["SendInvoice"])))
        + node(.wire, "event a -> job SendBill"),
      remarks: [unknownJob]),
    Example(
      testDescription: "a durable wire to a renamed job",
      old: node(.wire, "event a -> job SendInvoice (durable)"),
      new: job("SendBill", nil, .init("formerly", .list(["SendInvoice"])))
        + node(.wire, "event a -> job SendBill (durable)"),
      remarks: [unknownJob]),
    Example(
      testDescription: "a wire to a renamed job, from another event",
      old: node(.wire, "event a -> job SendInvoice"),
      new: job("SendBill", nil, .init("formerly", .list(["SendInvoice"])))
        + node(.wire, "event b -> job SendBill"),
      reasons: [
        place + "the wire event a -> job SendInvoice no longer exists [missingWire]"
      ], remarks: [unknownJob]),
  ]

  @Test(arguments: examples)
  private func `Each reason has a sentence`(example: Example) {
    let check = DeploymentCheck(
      from: example.old.graph, to: example.new.graph,
      schemas: (example.old.schemas, example.new.schemas), store: example.store)
    #expect(check.reasons.map(\.description) == example.reasons)
    #expect(check.remarks.map(\.description) == example.remarks)
    #expect(check.canDeploy == example.reasons.isEmpty)
  }

  @Test func `The article explains each kind of reason`() throws {
    let article = try String(
      contentsOf: Repository.file("Documentation/Deploying.md"), encoding: .utf8)
    for code in DeploymentCheck.Reason.Code.allCases {
      #expect(article.contains("`\(code.rawValue)`"))
    }
  }

  @Test func `Each kind of reason has an example`() {
    let found = Set(
      Self.examples.flatMap { example in
        let check = DeploymentCheck(
          from: example.old.graph, to: example.new.graph,
          schemas: (example.old.schemas, example.new.schemas), store: example.store)
        return (check.reasons + check.remarks).map(\.code)
      })
    #expect(found == Set(DeploymentCheck.Reason.Code.allCases))
  }
}
