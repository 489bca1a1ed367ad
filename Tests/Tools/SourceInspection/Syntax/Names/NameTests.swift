import SourceInspection
import Testing

struct NameTests {
  /// A source with its names marked, and the names in words.
  struct Case: CustomTestStringConvertible, Sendable {
    let source: String
    let names: [String]

    init(_ source: String, _ names: String...) {
      self.source = source
      self.names = names
    }

    var testDescription: String { source }
  }

  static let calls = [
    Case(#"Khala(str: "«kl://Store/delete»")?.call()"#, "url literal calls kl://Store/delete"),
    Case(#"try Khala.init(str: "«kl://a»")"#, "url literal calls kl://a"),
    Case(#"Khala.Khala(str: "«kl://a»")"#, "url literal calls kl://a"),
    Case(#"Khala(url: URL(string: "«kl://a»")!)"#, "url literal calls kl://a"),
    Case(#"Khala(external: "«kl://a»").call()"#, "url literal calls kl://a"),
    Case(#"KhalaNotify(str: "«kl://secure»")"#, "url literal notifies kl://secure"),
    Case(#"try await Khala.open(external: "«kl://a»")"#, "url literal calls kl://a"),
    Case(#"try Khala.intercept("«kl://a»") { _ in }"#, "url literal names kl://a"),
    Case(#"other(str: "kl://a"); Other.Khala.call("kl://a")"#),
    Case("try KhalaStore.«find»(id: 3)", "url member calls find"),
    Case("try await Khala.KhalaStore.«find»(id: 3).name", "url member calls find"),
    Case("ids.map(KhalaStore.«find»)", "url member names find"),
    Case("ids.map(KhalaStore.«find»(id:))", "url member names find"),
    Case("KhalaStore.«`default`»()", "url member calls default"),
    Case("Store.find(id: 3); KhalaStore.self; KhalaStore().find()"),
  ]

  static let events = [
    Case("Rhea.trigger(event: .«login»)", "event member triggers login"),
    Case("RheaTime.Rhea.trigger(event: .«login»)", "event member triggers login"),
    Case(#"Rhea.trigger(event: "«login»", param: 1)"#, "event literal triggers login"),
    Case("Rhea.trigger(event: AppEvents.«login»)", "event member triggers login"),
    Case(#"Rhea.trigger(event: RheaEvent("«login»"))"#, "event literal triggers login"),
    Case(#"Rhea.trigger(event: .init(rawValue: "«login»"))"#, "event literal triggers login"),
    Case("await Rhea.run(event: TypedRheaEvent<Ship>.«a».event)", "event member triggers a"),
    Case(
      "Rhea.trigger(event: isLate ? .«a» : .«b»)", "event member triggers a",
      "event member triggers b"),
    Case("Rhea.removeSticky(.«storm»)", "event member names storm"),
    Case("Rhea.on(.«storm») { (_: RheaContext) in }", "event member listens storm"),
    Case("Rhea.trigger(event: event)"),
    Case(#"func f() { let event: RheaEvent = "«a»" }"#, "event literal names a"),
    Case("extension RheaEvent { static let a: RheaEvent = .«b» }", "event member names b"),
  ]

  static let relays = [
    Case("SharedRelay.of(.«wind», default: 0).set(2)", "relay member sets wind"),
    Case("SharedRelay.of(.«wind», default: 0).modify { $0 += 1 }", "relay member sets wind"),
    Case("SharedRelay<Int>.of(.«wind», default: 0).value", "relay member reads wind"),
    Case("SharedRelay.existing(.«wind»)?.set(1)", "relay member sets wind"),
    Case("let relay = SharedRelay.of(.«wind», default: 0)", "relay member names wind"),
    Case(
      "mergeRelays(SharedRelay.of(.«a»), SharedRelay.of(.«b»))", "relay member reads a",
      "relay member reads b"),
    Case(
      "relay.relayUniqueValue(to: SharedRelay.of(.«a», default: 0))", "relay member sets a"),
    Case(#"use(RelayKey<Int>("«x»"))"#, "relay literal names x"),
  ]

  static let tasks = [
    Case(#"await TaskManager.shared.runTask(named: "«Load»")"#, "task literal runs Load"),
    Case("try TaskManager.shared.runTask(«Load».self)", "task type runs Load"),
    Case("TaskManager.shared.trigger(.«reload»)", "taskEvent member triggers reload"),
    Case("TaskManager.shared.reach(.«deskIsReady»)", "taskEvent member triggers deskIsReady"),
    Case("gun.trigger(.shot)"),
    Case(
      """
      manager.injectEventTask(
        name: "«A»", event: [.«reload», .«idle»], dependencies: [«B».self], after: ["«C»"],
        traits: [.concurrent, .before(.«ready»)]) {}
      """,
      "task literal declares A", "taskEvent member runs reload", "taskEvent member runs idle",
      "task type dependsOn B", "task literal after C", "taskEvent member names ready"),
    Case(
      #"try manager.scheduleTask(name: "«A»", on: .daily(at: "«03:00»", "«9:00»")) {}"#,
      "task literal declares A", "calendar literal names 03:00", "calendar literal names 9:00"),
  ]

  static let jobs = [
    Case(#"try await Jobs.enqueue("«Send»", ship)"#, "job literal enqueues Send"),
    Case("try await manager.jobs.enqueue(«Send».self, ship)", "job type enqueues Send"),
    Case(#"FlowStep("«CastOff»", ship).after(papers)"#, "job literal enqueues CastOff"),
    Case(
      #"FlowStep("«CastOff»", ship, as: "«first»")"#, "job literal enqueues CastOff",
      "step literal declares first"),
    Case(
      #"let tons = try await context.result(of: "«Load»", as: Int.self)"#, "step literal names Load"
    ),
    Case(#"print(try await context.result(of: «Load».self) + 1)"#, "step type names Load"),
    Case(#"let tons: Int = try context.result(of: "«Load»")"#, "task literal reads Load"),
    Case(#"await run { try context.result(of: "«Load»") }"#, "task literal reads Load"),
    Case(#"let tons: Int = try context.result(of: Load.self)"#),
    Case(#"let tons: Int = try answers.result(of: "Load")"#),
    Case(#"manager.jobs.handle("«Send»") { (ship: Ship) in }"#, "job literal declares Send"),
    Case("queue.enqueue(.message)"),
  ]

  static let notifications = [
    Case(
      "NotificationCenter.default.post(name: .«windWasMeasured», object: nil)",
      "notification member triggers windWasMeasured"),
    Case(
      #"NotificationCenter.default.post(name: Notification.Name("«Wind»"), object: nil)"#,
      "notification literal triggers Wind"),
    Case(
      "center.addObserver(forName: .«a», object: nil, queue: nil) { _ in }",
      "notification member observes a"),
    Case("for await _ in center.notifications(named: .«a») {}", "notification member observes a"),
  ]

  static let schedules = [
    Case(
      #"try Schedule.cron("«0 3 * * *»", in: ScheduleZone("«Europe/Berlin»"))"#,
      "cron literal names 0 3 * * *", "timeZone literal names Europe/Berlin"),
    Case(#"Schedule.weekly(on: .monday, at: "«8:00»")"#, "calendar literal names 8:00"),
  ]

  static let declarations = [
    Case(
      "#rhea(time: .«login», priority: .high) { Rhea.trigger(event: .«done») }",
      "event member listens login (declared)", "event member triggers done"),
    Case(#"@KhalaCall("«kl://a»") func a()"#, "url literal calls kl://a (declared)"),
    Case(
      "#observer(of: .«wind», unique: true) { _ in }", "relay member observes wind (declared)"),
    Case(
      """
      #task("«Plan»", .high, on: .«demand», dependsOn: [«Login».self, "«Load»"],
        .before(.«ready»)) {}
      """,
      "task literal declares Plan (declared)", "taskEvent member runs demand (declared)",
      "task type dependsOn Login (declared)", "task literal dependsOn Load (declared)",
      "taskEvent member names ready (declared)"),
    Case(
      "@EventTask(.high, on: .«idle», after: [«A.B».self], .concurrent) enum X {}",
      "taskEvent member runs idle (declared)", "task type after A.B (declared)"),
    Case(
      "@NotificationTask(on: .«wind») enum X {}", "notification member runs wind (declared)"),
    Case(
      #"#schedule("«T»", cron: "«0 1 * * *»", zone: "«UTC»") { }"#,
      "task literal declares T (declared)", "cron literal names 0 1 * * * (declared)",
      "timeZone literal names UTC (declared)"),
    Case(
      #"#schedule("«T»", on: try .cron("«0 1 * * *»")) { }"#,
      "task literal declares T (declared)", "cron literal names 0 1 * * * (declared)"),
    Case(
      #"@ScheduledTask(on: .daily(at: "«03:00»")) enum X {}"#,
      "calendar literal names 03:00 (declared)"),
    Case(#"#job("«Send»", queue: "q") { }"#, "job literal declares Send (declared)"),
    Case(
      #"#bridge(on: .«login», run: "«A»", "«B»", where: { _ in true })"#,
      "event member wireFrom login (declared)", "task literal wireTo A (declared)",
      "task literal wireTo B (declared)"),
    Case(
      #"#bridge(on: .event(.«x»), to: .task("«T»"))"#,
      "event member wireFrom x (declared)", "task literal wireTo T (declared)"),
    Case(
      #"#bridge(on: .call("«kl://a»"), to: .relay(.«r»), map: { Khala(str: "«kl://b»") })"#,
      "url literal wireFrom kl://a (declared)", "relay member wireTo r (declared)",
      "url literal calls kl://b"),
    Case(
      #"#bridge(on: .task("«T»", .failed), to: .job("«J»"))"#,
      "task literal wireFrom T (declared)", "job literal wireTo J (declared)"),
    Case(
      #"#bridge(on: .«login», call: "«kl://a»")"#, "event member wireFrom login (declared)",
      "url literal wireTo kl://a (declared)"),
    Case(
      "#bridge(join: .«close», with: .«reserved1»)", "event member wireFrom close (declared)",
      "taskEvent member wireTo reserved1 (declared)"),
    Case(
      "#bridge(on: .notification(.«n»), to: .taskEvent(.«e»))",
      "notification member wireFrom n (declared)", "taskEvent member wireTo e (declared)"),
    Case(
      "Bridge.connect(.changes(of: .«a»), to: WireTarget.event(.«b»))",
      "relay member wireFrom a", "event member wireTo b"),
    Case(
      ##"#uses("«kl://a»", "«kl://b»", event: .«e», .«f», task: "«T»", relay: .«r»)"##,
      "url literal calls kl://a (declared)", "url literal calls kl://b (declared)",
      "event member triggers e (declared)", "event member triggers f (declared)",
      "task literal runs T (declared)", "relay member reads r (declared)"),
  ]

  static let texts = [
    Case(
      #"Khala(str: "«kl://a/\(id)?t=\(f("x"))&\u{41}»")"#, "url literal calls kl://a/{}?t={}&A"),
    Case(##"Khala(str: #"«a\n\#t"\#(id)»"#)"##, "url literal calls a\\n\t\"{}"),
    Case(#"Khala(str: "«»")"#, "url literal calls "),
    Case(#"Khala(str: "«é🚢»")"#, "url literal calls é🚢"),
    Case("Rhea.trigger(event: .«`default`»)", "event member triggers default"),
    Case("Khala(str: \"\"\"\n  «kl://a»\n  \"\"\")", "url literal calls kl://a"),
    Case("// Khala(str: \"kl://a\")\n/* Rhea.trigger(event: .x) */ let a = 1"),
    Case(#"log("Khala(str: \"kl://a\")")"#),
    Case(
      "#if os(Linux)\nRhea.trigger(event: .«a»)\n#else\nRhea.trigger(event: .«b»)\n#endif",
      "event member triggers a", "event member triggers b"),
    Case(
      #"run(1, [Khala(str: "«kl://a»")], { f(Khala(str: "«kl://b»")) })"#,
      "url literal calls kl://a", "url literal calls kl://b"),
    Case(#"print("\(Khala(str: "«kl://a»"))")"#, "url literal calls kl://a"),
  ]

  static let unfinished = [
    Case("func f() {\n  Khala(str: \"«kl://Car»\n}\n", "url literal calls kl://Car"),
    Case("func f() {\n  Khala(str: \"«kl://Car»)?.call()\n}\n", "url literal calls kl://Car"),
    Case("Khala(str: \"«»", "url literal calls "),
    Case("Rhea.trigger(event: .«»)", "event member triggers "),
    Case("Rhea.trigger(event: .«»", "event member triggers "),
    Case("#rhea(time: \"«us»", "event literal listens us (declared)"),
    Case("@KhalaCall(\"«kl://»\nfunc a()", "url literal calls kl:// (declared)"),
    Case("#bridge(on: .relay(.«»", "relay member wireFrom  (declared)"),
  ]

  @Test(
    arguments: calls + events + relays + tasks + jobs + notifications + schedules + declarations
      + texts + unfinished)
  func `Names are read with their roles, verbs and ranges`(_ each: Case) {
    let marked = MarkedSource(each.source)
    let names = SourceFile(text: marked.text).outline.names
    #expect(names.map(\.words) == each.names)
    #expect(names.map(\.range) == marked.ranges)
  }
}
