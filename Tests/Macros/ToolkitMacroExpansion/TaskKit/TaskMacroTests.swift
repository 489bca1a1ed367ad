import Declarations
import Testing
import ToolkitMacroTestSupport

@Suite struct TaskMacroTests {
  /// The record that a macro makes, which must be without fault.
  private func expanded(
    _ source: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> ExpandedRecord {
    try expandTask(source).record(sourceLocation: sourceLocation)
  }

  @Test func `A type at file scope`() throws {
    let expansion = expandTask(
      """
      @EventTask(.critical, on: .willFinishLaunching)
      enum Task1 {
        static func run() {}
      }
      """)
    #expect(try expansion.record().kind == "task")
    let source = expansion.expandedSource.onOneLine
    #expect(source.contains("@used private nonisolated let "))
    #expect(source.contains(#"@_cdecl("modkit$task$Task1") public func "#))
  }

  @Test(arguments: [
    (#"#notification("n", on: "key") {}"#, "tnot"),
    (#"#timer("n", every: 1) {}"#, "tsch"),
    (#"#schedule("n", at: 1) {}"#, "tsch"),
    (#"#schedule("n", cron: "* * * * *") {}"#, "tsch"),
    (#"#schedule("n", on: .daily(at: "02:30")) {}"#, "tsch"),
  ])
  func `Tasks of all kinds share one namespace of names`(source: String, kind: String) throws {
    let expansion = expandTask(source)
    #expect(try expansion.record().kind == kind)
    #expect(expansion.expandedSource.contains(#"@_cdecl("modkit$task$n")"#))
  }

  @Test func `The program has no clock by a task of the launch`() throws {
    let record = try expanded("#NO_RW_CLOCK")
    #expect(record.key == "NO_RW_CLOCK")
    #expect(
      record.taskArguments
        == ".event(.willFinishLaunching), "
        + "run: .closure({ TaskKit::TaskManager.shared.clock = .none })")
  }

  // MARK: - Closures

  private static let closures: [(source: String, arguments: String, detail: String)] = [
    (
      #"#task("a", on: .idle) { print(1) }"#, ".event(.idle), run: .closure({ print(1) })",
      #"{"on":["idle"]}"#
    ),
    (
      #"#task("a", .high, on: [.idle, TaskEvent.reload], .concurrent, x) { c in } shutdown: { }"#,
      ".event([.idle, TaskEvent.reload]), traits: [.concurrent, x], run: .closure({ c in }), "
        + "shutdown: .closure({ })",
      #"{"concurrent":true,"on":["idle","reload"],"shutdown":true,"traits":[".concurrent","x"]}"#
    ),
    (
      #"#task("a", level, on: .opened, dependsOn: [A.B.self, "c"], after: ["d\"e"], run: f)"#,
      #".event(.opened), priority: level, dependsOn: [.init(A.B.self), .init("c")], "#
        + ##"after: [.init(#"d"e"#)], run: .closure(f)"##,
      #"{"after":[{"name":"d\"e"}],"dependsOn":[{"type":"A.B"},{"name":"c"}],"#
        + #""unresolved":{"on":".opened","priority":"level"}}"#
    ),
    (
      #"#task(Tasks.a.self, .high, on: .idle, dependsOn: [B.self]) { }"#,
      ".event(.idle), of: Tasks.a.self, dependsOn: [.init(B.self)], run: .closure({ })",
      #"{"dependsOn":[{"type":"B"}],"on":["idle"],"type":"Tasks.a"}"#
    ),
    (
      #"#task("a", on: .idle) { @MainActor in await f() }"#,
      ".event(.idle), run: .closure({ @MainActor in await f() })",
      #"{"async":true,"isolation":"MainActor","on":["idle"]}"#
    ),
    (
      #"#task("a", on: .idle) { run { await f() } }"#,
      ".event(.idle), run: .closure({ run { await f() } })", #"{"on":["idle"]}"#
    ),
    (
      #"#notification("a", on: "key", .concurrent) { n in }"#,
      #".notification("key"), traits: [.concurrent], run: .notified({ n in })"#,
      #"{"concurrent":true,"key":"key","traits":[".concurrent"]}"#
    ),
    (
      #"#notification("a", .low, on: .didLogin, dependsOn: ["b"], .x) { n, c in }"#,
      #".notification(.didLogin), dependsOn: [.init("b")], traits: [.x], "#
        + "run: .notified({ n, c in })",
      #"{"dependsOn":[{"name":"b"}],"traits":[".x"],"unresolved":{"key":".didLogin"}}"#
    ),
    (
      #"#schedule("a", at: 1448873913, repeat: 5, every: 1) { }"#,
      ".date(1448873913, repeat: 5, every: 1), run: .closure({ })",
      #"{"at":1448873913,"every":1,"repeat":5}"#
    ),
    (
      #"#schedule("a", .high, at: date, repeat: .forever, every: 0.5, .concurrent) { }"#,
      ".date(date, repeat: .forever, every: 0.5), traits: [.concurrent], run: .closure({ })",
      #"{"concurrent":true,"every":0.5,"repeat":"forever","traits":[".concurrent"],"#
        + #""unresolved":{"at":"date"}}"#
    ),
    (
      #"#task("a", RWTaskPriorityHigh, RWTaskEventIdle) { }"#,
      ".event(RWTaskEventIdle), run: .closure({ })", #"{"on":["idle"]}"#
    ),
    (
      #"#task("a", level, .didFinishLaunching, run: f)"#,
      ".event(.didFinishLaunching), priority: level, run: .closure(f)",
      #"{"on":["didFinishLaunching"],"unresolved":{"priority":"level"}}"#
    ),
    (
      #"#schedule("a", 1448873913, 5, 1) { }"#,
      ".date(1448873913, repeat: 5, every: 1), run: .closure({ })",
      #"{"at":1448873913,"every":1,"repeat":5}"#
    ),
    (
      #"#timer("a", RWScheduleTaskRepeatForever, 120) { }"#,
      ".timer(repeat: RWScheduleTaskRepeatForever, every: 120), run: .closure({ })",
      #"{"every":120,"repeat":"forever"}"#
    ),
    (
      #"#notification("a", "key") { n in }"#, #".notification("key"), run: .notified({ n in })"#,
      #"{"key":"key"}"#
    ),
    (
      #"#schedule("a", at: 5, .durable) { }"#,
      ".date(5, repeat: 1, every: 1), traits: [.durable], run: .closure({ })",
      #"{"at":5,"durable":true,"every":1,"repeat":1,"traits":[".durable"]}"#
    ),
    (
      #"#schedule("a", at: 5) { }"#, ".date(5, repeat: 1, every: 1), run: .closure({ })",
      #"{"at":5,"every":1,"repeat":1}"#
    ),
    (
      #"#schedule("a", cron: "0 30 2 * * *", zone: "Europe/Stockholm") { }"#,
      #".cron("0 30 2 * * *", zone: "Europe/Stockholm"), run: .closure({ })"#,
      #"{"cron":"0 30 2 * * *","zone":"Europe/Stockholm"}"#
    ),
    (
      #"#schedule("a", cron: "H H(1-4) * * *") { }"#,
      #".cron("21 2 * * *"), run: .closure({ })"#,
      #"{"cron":"21 2 * * *"}"#
    ),
    (
      #"#schedule("a", .low, cron: "*/5 * * * *", daylightSaving: .onceADay, .x) { }"#,
      #".cron("*/5 * * * *", daylightSaving: .onceADay), traits: [.x], run: .closure({ })"#,
      #"{"cron":"*/5 * * * *","daylightSaving":"onceADay","traits":[".x"]}"#
    ),
    (
      #"#schedule("a", cron: "@daily", zone: "UTC", daylightSaving: .init(gap: .skip, fold: f)) { }"#,
      #".cron("@daily", zone: "UTC", daylightSaving: .init(gap: .skip, fold: f)), "#
        + "run: .closure({ })",
      #"{"cron":"@daily","unresolved":{"daylightSaving":".init(gap: .skip, fold: f)"},"zone":"UTC"}"#
    ),
    (
      #"#schedule("a", on: .daily(at: "02:30")) { }"#,
      #".schedule({ .daily(at: "02:30") }), run: .closure({ })"#,
      #"{"unresolved":{"on":".daily(at: \"02:30\")"}}"#
    ),
    (
      #"#schedule("a", level, on: try .every(2, .months), .concurrent) { c in await f(c) }"#,
      ".schedule({ try .every(2, .months) }), priority: level, traits: [.concurrent], "
        + "run: .closure({ c in await f(c) })",
      #"{"async":true,"concurrent":true,"traits":[".concurrent"],"#
        + #""unresolved":{"on":"try .every(2, .months)","priority":"level"}}"#
    ),
    (
      #"#timer("a", repeat: 10, every: 2) { }"#, ".timer(repeat: 10, every: 2), run: .closure({ })",
      #"{"every":2,"repeat":10}"#
    ),
    (
      #"#timer("a", repeat: times, every: 60 * 60) { }"#,
      ".timer(repeat: times, every: 60 * 60), run: .closure({ })",
      #"{"unresolved":{"every":"60 * 60","repeat":"times"}}"#
    ),
  ]

  @Test(arguments: closures)
  func `A closure is taken over, and the record says what can be seen`(
    source: String, arguments: String, detail: String
  ) throws {
    let record = try expanded(source)
    #expect(record.key == "a")
    #expect(record.taskArguments == arguments)
    #expect(record.detail == detail)
  }

  @Test(arguments: [
    (".critical", 0), (".high", 1), (".default", 2), (".`default`", 2), (".low", 3),
    ("RWTaskPriority.low", 3), ("TaskKit.RWTaskPriority.critical", 0), ("(.high)", 1),
    ("TaskManager.Priority.low", 3), ("TaskKit.TaskManager.Priority.critical", 0),
  ])
  func `The number of a priority is known at compile time`(source: String, number: Int) throws {
    let record = try expanded(#"#task("a", \#(source), on: .idle) {}"#)
    #expect(record.priority == number)
    #expect(record.flags == .unique)
    #expect(
      try expanded("@EventTask(\(source), on: .idle) enum E { static func run() {} }")
        .priority == number)
  }

  @Test(arguments: ["level", "Shop.high", ".urgent", "isFirst ? .high : .low"])
  func `Any other priority is taken over`(source: String) throws {
    let record = try expanded(#"#task("a", \#(source), on: .idle) {}"#)
    #expect(record.priority == 0)
    #expect(record.flags == [.unique, .unresolvedPriority])
    #expect(record.taskArguments == ".event(.idle), priority: \(source), run: .closure({})")
  }

  // MARK: - Types

  private static let functions: [(source: String, run: String, detail: String)] = [
    ("static func run() {}", ".function(E.run)", ""),
    ("class func run(_ context: TaskContext) {}", ".function(E.run)", ""),
    (
      "static func run() throws -> Int { 5 }", ".function(E.run)", #","result":"Int","throws":true"#
    ),
    ("@MainActor static func run() {}", ".function(E.run)", #","isolation":"MainActor""#),
    ("static func run() async {}", ".calling { _ in await E.run() }", #","async":true"#),
    (
      "static func run() async throws {}", ".calling { _ in try await E.run() }",
      #","async":true,"throws":true"#
    ),
    (
      "static func run(_ context: TaskContext) async {}",
      ".calling { await E.run($0.context) }", #","async":true"#
    ),
    (
      "static func run(in context: TaskContext) async {}",
      ".calling { await E.run(in: $0.context) }", #","async":true"#
    ),
    (
      "static func run() async throws(Never) {}", ".calling { _ in await E.run() }",
      #","async":true"#
    ),
  ]

  @Test(arguments: functions)
  func `run is taken by its name, or called with await`(
    function: String, run: String, detail: String
  ) throws {
    let record = try expanded("@EventTask(on: .idle) enum E { \(function) }")
    #expect(record.key == "E")
    #expect(record.taskArguments == ".event(.idle), of: E.self, run: \(run)")
    let expected = #"{"on":["idle"],"type":"E"\#(detail)}"#
    #expect(Self.members(record.detail) == Self.members(expected))
  }

  /// The members of a flat JSON object, in any order.
  private static func members(_ json: String) -> Set<Substring> {
    Set(json.dropFirst().dropLast().split(separator: ","))
  }

  @Test func `A type has a schedule`() throws {
    let record = try expanded(
      #"@ScheduledTask(.high, on: .weekly(on: .monday, at: "09:00")) enum E { static func run() {} }"#
    )
    #expect(record.key == "E")
    #expect(record.priority == 1)
    #expect(
      record.taskArguments
        == #".schedule({ .weekly(on: .monday, at: "09:00") }), of: E.self, run: .function(E.run)"#)
  }

  @Test(arguments: [
    ("_ notification: Notification", "", ".function(E.run)"),
    ("_ notification: Notification, _ context: TaskContext", "", ".function(E.run)"),
    (
      "notification: Foundation.Notification", "async",
      ".calling { try await E.run(notification: $0.notification()) }"
    ),
    (
      "_ notification: Notification, context: TaskContext", "async throws",
      ".calling { try await E.run($0.notification(), context: $0.context) }"
    ),
  ])
  func `A notification task receives the notification`(
    parameters: String, effects: String, run: String
  ) throws {
    let record = try expanded(
      #"@NotificationTask(on: "key") enum E { static func run(\#(parameters)) \#(effects) {} }"#)
    #expect(record.taskArguments == #".notification("key"), of: E.self, run: \#(run)"#)
  }

  @Test func `shutdown and dependency are taken along`() throws {
    let record = try expanded(
      """
      @EventTask("name", on: .idle, dependsOn: [A.self])
      actor E {
        static func run() {}
        static func shutdown() async throws {}
        static func dependency() -> [Any] { [] }
      }
      """)
    #expect(record.key == "name")
    #expect(
      record.taskArguments == """
        .event(.idle), of: E.self, dependsOn: [.init(A.self)], dependency: E.dependency(), \
        run: .function(E.run), shutdown: .calling { _ in try await E.shutdown() }
        """)
    #expect(
      record.detail
        == #"{"dependency":true,"dependsOn":[{"type":"A"}],"on":["idle"],"shutdown":true,"type":"E"}"#
    )
  }

  @Test func `A type named like a keyword is put into back-ticks`() throws {
    let record = try expanded("@EventTask(on: .idle) enum `default` { static func run() {} }")
    #expect(record.key == "default")
    #expect(record.taskArguments.contains("run: .function(`default`.run)"))
  }

  @Test func `In a type, the record is a member of that, and its path is in the detail`() throws {
    let expansion = expandTask(
      """
      extension Shop.Cart {
        enum Outer {
          @TimerTask("t", .low, every: 2, .concurrent) @MainActor final class Inner {
            static func run() {}
          }
        }
      }
      """)
    #expect(expansion.diagnostics.isEmpty)
    #expect(expansion.expandedSource.contains("@used private static nonisolated let "))
    #expect(!expansion.expandedSource.contains("@_cdecl"))
    let record = try #require(ExpandedRecord(in: expansion))
    #expect(record.key == "t")
    #expect(record.flags == [.unique, .mainActor])
    #expect(record.detail.contains(#""type":"Shop.Cart.Outer.Inner""#))
  }
}
