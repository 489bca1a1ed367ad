import SourceInspection
import Testing

struct DeclarationTests {
  /// A source with the names of its declarations marked, and the declarations in words.
  struct Case: CustomTestStringConvertible, Sendable {
    let source: String
    let declarations: [String]

    init(_ source: String, _ declarations: String...) {
      self.source = source
      self.declarations = declarations
    }

    var testDescription: String { source }
  }

  static let macros = [
    Case("#rhea(time: .«login», repeatable: true) { _ in }", "callback login"),
    Case(#"#rhea(time: "«user.login»") { }"#, "callback user.login"),
    Case("#«premain» { }", "callback premain"),
    Case(
      "enum A { #«appDidFinishLaunching»(priority: .high) { } }", "callback appDidFinishLaunching"),
    Case("#observer(of: .«wind», unique: true) { _ in }", "observer wind"),
    Case(#"#task("«Load»", .high, on: .idle) { }"#, "task Load"),
    Case(#"#notification("«Load»", on: .wind) { }"#, "task Load"),
    Case(#"#schedule("«Load»", cron: "0 1 * * *") { }"#, "task Load"),
    Case(#"#timer("«Load»", every: 60) { }"#, "task Load"),
    Case(#"#job("«Send»", queue: "q") { (ship: Ship) in }"#, "job Send"),
    Case("#job(«Mail.Send».self) { (ship: Ship) in }", "job Send"),
    Case(#"#record("page", key: "«home»", as: Int.self) { 1 }"#, "page home"),
    Case("#other(time: .login); #warning(\"x\")"),
  ]

  static let attributes = [
    Case("@EventTask(.high, on: .idle) enum «Load» {}", "task Load"),
    Case(#"@EventTask("«load»", on: .idle) @MainActor enum Load {}"#, "task load"),
    Case("@NotificationTask(on: .wind) struct «Load» {}", "task Load"),
    Case("enum A { @ScheduledTask(cron: \"\") final class «Load» {} }", "task Load"),
    Case("@TimerTask(every: 1) actor «Load» {}", "task Load"),
    Case(#"@KhalaCall("«kl://A/b»") static func b() throws"#, "contract kl://A/b"),
    Case(
      """
      @RelayKeys extension RelayKey<Int> {
        static var a: Self { Self("«x.a»") }
        static var «b»: Self { Self(prefix + "b") }
      }
      """, "relay x.a", "relay b"),
  ]

  static let routes = [
    Case(
      """
      @KhalaModule @MainActor public final class «Feed» {
        func «open»() {}
        @Route("«feed/{id}»", access: .external) func «item»(id: Int) {}
        @Route("«news»", schemes: "kl", "https") @Route("«old»", schemes: "kl")
        var «count»: Int { 1 }
        let number = 1
        @KhalaIgnored func ignored() {}
        private func hidden() {}
        static func shared() {}
        private(set) var stored = 1 { didSet {} }
        #if os(Linux)
          func «linux»() {}
        #endif
      }
      """,
      "class Feed", "route Feed/open", "route feed/{id}", "route Feed/item",
      "route {kl,https}://news",
      "route kl://old", "route Feed/count", "route Feed/linux"),
    Case(
      """
      @KhalaModule("«feed»", exports: .marked) actor Feed {
        func hidden() {}
        @KhalaExported(access: .external) func «shown»() {}
        @KhalaExported var «count» = 1
      }
      """, "class feed", "route feed/shown", "route feed/count"),
  ]

  @Test(arguments: macros + attributes + routes)
  func `Declarations are read with their kinds, names and ranges`(_ each: Case) {
    let marked = MarkedSource(each.source)
    let declarations = SourceFile(text: marked.text).outline.declarations
    #expect(declarations.map { "\($0.kind) \($0.name)" } == each.declarations)
    #expect(declarations.map(\.nameRange) == marked.ranges)
  }

  @Test(
    arguments: [
      (#"#bridge(on: .login, run: "A", "B", where: { _ in true })"#, "event .login -> task A, B"),
      (
        #"#bridge(on: .task(A.T.self, .succeeded), run: B.self, C.D.self)"#,
        "task T (succeeded) -> task B, D"
      ),
      (#"#bridge(on: .task("T"), to: .task(A.self, B.self))"#, "task T -> task A, B"),
      (#"#bridge(on: .premain, call: "kl://a")"#, "event premain -> call kl://a"),
      (#"#bridge(on: "x", to: .job("J", queue: "q"))"#, "event x -> job J"),
      (
        #"#bridge(on: .task("T", .succeeded, .failed), to: WireTarget.event(Events.a))"#,
        "task T (succeeded, failed) -> event Events.a"
      ),
      ("#bridge(on: .relay(.a), to: .relay(.b))", "relay .a -> relay .b"),
      (
        "#bridge(on: .notification(.a), to: .taskEvent([.idle, .reload]))",
        "notification .a -> taskEvent idle, reload"
      ),
      ("#bridge(join: .close, with: .reserved1)", "event .close <-> taskEvent reserved1"),
    ])
  func `A wire has the text of its record`(source: String, text: String) {
    let marked = MarkedSource(source.replacing("#bridge", with: "#«bridge»"))
    let declarations = SourceFile(text: marked.text).outline.declarations
    #expect(declarations.map { "\($0.kind) \($0.name)" } == ["wire \(text)"])
    #expect(declarations.map(\.nameRange) == marked.ranges)
  }

  @Test func `A declaration reaches to the end of what it stands on`() {
    let marked = MarkedSource(
      """
      /// Loads.
      «@EventTask(on: .idle) enum Load {
        static func run() {}
      }»

      /// Runs.
      «#task("Run", on: .idle) {
        run()
      }»
      """)
    let declarations = SourceFile(text: marked.text).outline.declarations
    #expect(declarations.map(\.range) == marked.ranges)
    #expect(declarations.map(\.documentation) == ["Loads.", "Runs."])
  }

  @Test func `A declaration without a name is known by its macro`() {
    let marked = MarkedSource("#«task»(on: .idle) { }\n#«rhea»(")
    let declarations = SourceFile(text: marked.text).outline.declarations
    #expect(declarations.map(\.name) == ["", ""])
    #expect(declarations.map(\.nameRange) == marked.ranges)
  }
}
