import Testing
import ToolkitMacroTestSupport

@Suite struct TaskDiagnosticTests {
  private func check(_ refusal: Refusal, file: String = "Home.swift") {
    refusal.check(expandTask(refusal.source, file: file))
  }

  // MARK: - Arguments

  private static let arguments: [Refusal] = [
    Refusal(
      source: ##"#task("", on: .idle) {}"##, message: "a task needs a name", column: 7,
      fixed: [###"#task("<#name#>", on: .idle) {}"###]),
    Refusal(
      source: "#task(name, on: .idle) {}", message: "'name' must be a string literal", column: 7),
    Refusal(
      source: ##"#notification("n", on: "") {}"##, message: "a notification needs a name",
      column: 24,
      fixed: [###"#notification("n", on: "<#key#>") {}"###]),
    Refusal(
      source: #"#task("n", on: .none) {}"#, message: "a task without an event never runs",
      column: 16,
      fixed: ["#task(\"n\", on: .<#event#>) {}"]),
    Refusal(
      source: #"#task("n", on: []) {}"#, message: "a task without an event never runs", column: 16,
      fixed: ["#task(\"n\", on: .<#event#>) {}"]),
    Refusal(
      source: #"#task("n", .low, RWTaskEventNone) {}"#,
      message: "a task without an event never runs",
      column: 18, fixed: ["#task(\"n\", .low, .<#event#>) {}"]),
    Refusal(
      source: #"#timer("n", 10, 121) {}"#, message: "whole seconds up to 120", column: 17),
    Refusal(
      source: #"#schedule("n", 5, 10, 1.5) {}"#, message: "whole seconds up to 120", column: 23),
    Refusal(
      source: #"#timer("n", 10, 0) {}"#, message: "so it must be above 0", column: 17,
      fixed: [#"#timer("n", 10, 1) {}"#]),
    Refusal(
      source: """
        @NotificationTask(on: "k") enum N {
          static func runWithNotification(_ n: NSNotification, _ c: TaskContext) {}
        }
        """,
      message: "an 'NSNotification' must be the only parameter", line: 2, column: 40,
      fixed: [
        """
        @NotificationTask(on: "k") enum N {
          static func runWithNotification(_ n: Notification, _ c: TaskContext) {}
        }
        """
      ]),
    Refusal(
      source: #"#task("n", on: .idle, dependsOn: [5]) {}"#,
      message: "'5' is not; to compute dependencies when the program runs, declare a task type",
      column: 35),
    Refusal(
      source: #"#task("n", on: .idle, dependsOn: [A]) {}"#,
      message: "'dependsOn' must be a type such as 'Name.self'", column: 35,
      fixed: [#"#task("n", on: .idle, dependsOn: [A.self]) {}"#]),
    Refusal(
      source: #"#task("n", on: .idle, dependsOn: [name]) {}"#,
      message: "'name' is not; to compute dependencies when the program runs, declare a task",
      column: 35),
    Refusal(
      source: #"#task("n", on: .idle, dependsOn: [Names.dep]) {}"#, message: "'Names.dep' is not",
      column: 35),
    Refusal(
      source: #"#schedule("n", on: .daily(at: "25:00")) {}"#,
      message: "'25:00' is not a time of day", column: 32),
    Refusal(
      source: #"#schedule("n", on: .daily(at: "01:00", "1:0a")) {}"#,
      message: "'1:0a' is not a time of day", column: 43),
    Refusal(
      source: #"#schedule("n", on: try! .every(2, .days, anchor: "2026-13-01", at: "1:00")) {}"#,
      message: "'2026-13-01' is not a date of the calendar", column: 56),
    Refusal(
      source: #"#schedule("n", on: Schedule.weekdays(at: "9:00").excluding(["2026-02-29"])) {}"#,
      message: "'2026-02-29' is not a date of the calendar", column: 70),
    Refusal(
      source: #"#schedule("n", on: .daily(at: "1:00", in: try ScheduleZone("Mars Olympus"))) {}"#,
      message: "'Mars Olympus' is not a time zone", column: 60),
    Refusal(
      source: #"#schedule("n", on: try .cron("@daily", in: TaskKit.ScheduleZone.init("/"))) {}"#,
      message: "'/' is not a time zone", column: 70),
    Refusal(
      source: #"#task("n", on: .idle, .retry(attempts: 0)) {}"#,
      message: "'.retry(attempts: 0)' counts from 1; write 1 or more", column: 40,
      fixed: [#"#task("n", on: .idle, .retry(attempts: 1)) {}"#]),
    Refusal(
      source: #"#timer("n", every: 1, .misfire(.catchUp(upTo: -1))) {}"#,
      message: "'.catchUp(upTo: -1)' counts from 1", column: 47,
      fixed: [#"#timer("n", every: 1, .misfire(.catchUp(upTo: 1))) {}"#]),
    Refusal(
      source: #"#task("n", on: .idle, after: [A.self, ""]) {}"#,
      message: "'after' contains an empty name", column: 39),
    Refusal(
      source: #"#task("n", on: .idle, after: ["n"]) {}"#, message: "'n' cannot wait for itself",
      column: 1),
    Refusal(
      source: #"#timer("n", repeat: 0, every: 1) {}"#, message: "must be 1 or more", column: 21,
      fixed: [
        #"#timer("n", repeat: 1, every: 1) {}"#, #"#timer("n", repeat: .forever, every: 1) {}"#,
      ]),
    Refusal(
      source: #"#schedule("n", at: 1, repeat: -1) {}"#, message: "must be 1 or more", column: 31,
      fixed: [#"#schedule("n", at: 1, repeat: .forever) {}"#]),
    Refusal(
      source: #"#timer("n", every: 0.0) {}"#, message: "so it must be above 0", column: 20,
      fixed: [#"#timer("n", every: 1) {}"#]),
    Refusal(
      source: #"#timer("n", every: -2) {}"#, message: "so it must be above 0", column: 20,
      fixed: [#"#timer("n", every: 1) {}"#]),
    Refusal(
      source: #"#schedule("n", cron: " ") {}"#, message: "'cron' is empty", column: 22,
      fixed: [#"#schedule("n", cron: "0 30 2 * * *") {}"#]),
    Refusal(
      source: #"#schedule("n", cron: text) {}"#, message: "'cron' must be a string literal",
      column: 22),
    Refusal(
      source: #"#schedule("n", cron: "30 24 * * *") {}"#,
      message: "the cron expression '30 24 * * *' is wrong at offset 3: ", column: 26),
    Refusal(
      source: #"@ScheduledTask(cron: "* * *") enum E { static func run() {} }"#,
      message: "the cron expression '* * *' is wrong at offset ", column: 28),
    Refusal(
      source: #"#schedule("n", cron: "0 0 30 FEB *") {}"#,
      message: "the cron expression '0 0 30 FEB *' is wrong at offset 4: ", column: 27),
    Refusal(
      source: ###"#schedule("n", cron: #"99 * * * *"#) {}"###,
      message: "the cron expression '99 * * * *' is wrong at offset 0: ", column: 24),
    Refusal(
      source: #"#schedule("n", cron: "\u{39}9 * * * *") {}"#,
      message: "the cron expression '99 * * * *' is wrong at offset 0: ", column: 22),
    Refusal(
      source: #"#schedule("n", cron: "@daily", zone: "Europe/New York") {}"#,
      message: "'Europe/New York' is not a time zone", column: 38),
    Refusal(
      source: #"#schedule("n", cron: "@daily", zone: "") {}"#, message: "'' is not a time zone",
      column: 38),
    Refusal(
      source: #"#schedule("n", cron: "@daily", zone: zone) {}"#,
      message: "'zone' must be a string literal", column: 38),
    Refusal(source: #"#task("n", on: .idle)"#, message: "the argument 'run' is missing", column: 1),
    Refusal(source: #"#timer("n") {}"#, message: "the argument 'every' is missing", column: 1),
    Refusal(source: #"#schedule("n") {}"#, message: "the argument 'at' is missing", column: 1),
  ]

  @Test(arguments: arguments)
  func `Invalid task declarations are rejected at their source location`(refusal: Refusal) {
    check(refusal)
  }

  // MARK: - Time zones

  private static let unknownZones: [Refusal] = [
    Refusal(
      source:
        #"#schedule("n", on: .daily(at: "1:00", in: try ScheduleZone("Europe/Stokholm"))) {}"#,
      message: "no time zone is named 'Europe/Stokholm'. Did you mean 'Europe/Stockholm'?",
      column: 60),
    Refusal(
      source: #"#schedule("n", cron: "@daily", zone: "Mars/Olympus") {}"#,
      message: "where this is compiled, no time zone is named 'Mars/Olympus'. Use a name of",
      column: 38),
  ]

  @Test(arguments: unknownZones)
  func `A time zone that this machine does not have causes a warning`(zone: Refusal) {
    let expansion = expandTask(zone.source)
    zone.check(expansion)
    #expect(expansion.diagnostics.first?.description.contains(": warning: ") == true)
    #expect(expansion.expandedSource.contains("unsafe TaskKit::__TaskRecord.task"))
  }

  @Test(arguments: [
    #"#schedule("n", cron: "@daily", zone: "Europe/Stockholm") {}"#,
    #"#schedule("n", on: .daily(at: "1:00", in: try ScheduleZone("Europe/Stockholm"))) {}"#,
    #"#schedule("n", on: .daily(at: "1:00", in: try ScheduleZone(name))) {}"#,
    #"#schedule("n", on: .daily(at: "1:00", in: try ScheduleZone("Mars/\(mount)"))) {}"#,
    #"#schedule("n", on: .daily(at: "1:00", in: try ScheduleZone(secondsFromUTC: 3600))) {}"#,
  ])
  func `A known or computed time zone causes no warning`(
    source: String
  ) {
    #expect(expandTask(source).diagnostics.isEmpty)
  }

  // MARK: - Types

  /// What stands in a type with `@EventTask`, the column of what is wrong with it,
  /// and what fix-its make of it.
  private static let members: [(source: String, message: String, column: Int, fixed: [String])] = [
    (
      "func run() {}", "'run' of 'E' must be static, because a task has no instance", 1,
      ["static func run() {}"]
    ),
    (
      "private static func run() {}", "must not be private", 1, ["fileprivate static func run() {}"]
    ),
    (
      "static func run() {}; static func run(_: TaskContext) {}", "has several static 'run'", 23, []
    ),
    (
      "static func run(_ n: Int) {}", "'Int' is neither 'TaskContext' nor 'Notification'", 22,
      ["static func run(_ n: TaskContext) {}"]
    ),
    ("static func run<T>() {}", "cannot be generic", 16, []),
    ("static func run(_ n: Notification) {}", "only a task with '@NotificationTask'", 17, []),
    (
      "static func run() {}; static func shutdown() -> Int { 5 }", "returns nothing", 46,
      ["static func run() {}; static func shutdown() { 5 }"]
    ),
    (
      "static func run() {}; static var dependency: [Int] { [] }", "is '[Any]', '[Any.Type]'",
      46,
      ["static func run() {}; static var dependency: [Any] { [] }"]
    ),
    (
      "static func run() {}; static var dependency: [Any] { return [A.self, 5.0] }",
      "'5.0' is neither", 70, []
    ),
    ("static func run() {}; static func dependency() {}", "is '[Any]', '[Any.Type]'", 35, []),
    (
      "static func run() {}; static func dependency() throws -> [Any] { [] }",
      "can neither throw nor wait", 48, []
    ),
    (
      "static func run() {}; @MainActor static var dependency: [Any] { [] }",
      "must be 'nonisolated'", 23, []
    ),
  ]

  @Test(arguments: members)
  func `Unusable members of a task's type are rejected at their source location`(
    member: String, message: String, column: Int, fixed: [String]
  ) {
    func source(_ member: String) -> String { "@EventTask(on: .idle) enum E {\n\(member)\n}" }
    check(
      Refusal(
        source: source(member), message: message, line: 2, column: column,
        fixed: fixed.map(source)))
  }

  @Test func `A type without run is rejected, with a fix-it that adds it`() {
    check(
      Refusal(
        source: "@EventTask(on: .idle) enum E {}", message: "'E' needs 'static func run()'",
        column: 28,
        fixed: ["@EventTask(on: .idle) enum E {\n  static func run() {\n    <#code#>\n  }\n}"]))
  }

  @Test(arguments: ["static var dependency: [A]", "static var dependency: String"])
  func `A scheduled task, or one with an invalid list, is rejected`(member: String) {
    let list = expandTask("@EventTask(on: .idle) enum E { static func run() {}; \(member) { x } }")
    #expect(list.diagnostics.map(\.message).first?.contains("types and names") == true)
    let timer = expandTask(
      "@TimerTask(every: 1) enum E { static func run() {}; static var dependency: [Any] { [] } }")
    #expect(timer.diagnostics.map(\.message).first?.contains("waits for no other") == true)
  }

  // MARK: - Places

  private static let places: [Refusal] = [
    Refusal(
      source: "func f() {\n#task(\"n\", on: .idle) {}\n}",
      message: "with 'TaskManager.shared.injectEventTask(…)'", line: 2, column: 1),
    Refusal(
      source: "func f() {\n#timer(\"n\", every: flag) {}\n}",
      message: "with 'TaskManager.shared.scheduleTask(…)'", line: 2, column: 1),
    Refusal(
      source: "func f() {\n#notification(\"n\", on: \"k\") {}\n}",
      message: "with 'TaskManager.shared.injectNotificationTask(…)'", line: 2, column: 1),
    Refusal(
      source: "struct S<T> { #task(\"n\", on: .idle) {} }", message: "'S', which is generic",
      column: 15),
    Refusal(
      source: "@EventTask(on: .idle) struct S<T> { static func run() {} }",
      message: "'S' is generic", column: 31),
    Refusal(
      source: "@TimerTask(every: 1) protocol P {}",
      message: "is for a type with 'static func run()'",
      column: 1),
    Refusal(
      source: "@TimerTask(every: 1) func f() {}", message: "is for a type with 'static func run()'",
      column: 1),
  ]

  @Test(arguments: places)
  func `Contexts without tasks are reported, with a fix`(refusal: Refusal) {
    check(refusal)
  }

  @Test(arguments: [
    "#task(\"n\", on: .idle) {}", "@EventTask(on: .idle) enum E { static func run() {} }",
  ])
  func `The top level of main.swift is rejected, a type in it is not`(source: String) {
    check(
      Refusal(source: source, message: "at the top level of main.swift", column: 1),
      file: "main.swift")
    #expect(expandTask("enum Home { \(source) }", file: "main.swift").diagnostics.isEmpty)
  }

  @Test func `Self in a class is rejected`() {
    check(
      Refusal(
        source: "class C { #task(\"n\", on: .idle) { Self.f() } }", message: "write 'C'",
        column: 35,
        fixed: ["class C { #task(\"n\", on: .idle) { C.f() } }"]))
  }
}
