import Declarations
import Testing
import ToolkitMacroTestSupport

@Suite struct KhalaModuleMacroTests {
  /// An expansion that must be without fault.
  func expanded(
    _ source: String, file: String = "Home.swift", sourceLocation: SourceLocation = #_sourceLocation
  ) -> MacroExpansion {
    let expansion = expandKhala(source, file: file)
    #expect(expansion.diagnostics.isEmpty, "\(expansion)", sourceLocation: sourceLocation)
    #expect(expansion.syntaxErrors.isEmpty, "\(expansion)", sourceLocation: sourceLocation)
    return expansion
  }

  /// What the table says of one member of a class.
  func entry(
    of member: String, in type: String = "final class",
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    let source = expanded("@KhalaModule \(type) A { \(member) }", sourceLocation: sourceLocation)
      .expandedSource.onOneLine
    let match = try #require(
      source.firstMatch(of: /__functions\.append\( (.*?)\) return Khala::__KhalaTable/), "\(source)"
    )
    return String(match.1)
  }

  func record(of source: String) throws -> ExpandedRecord {
    let expansion = expanded(source)
    return try #require(ExpandedRecord(in: expansion), "\(expansion)")
  }

  @Test func `A class gets a table, a record, a symbol and a conformance`() throws {
    let expansion = expanded(
      """
      @KhalaModule("Shop")
      public final class AModule {
        func server(value: Int, _ info: [String: Any]) throws -> Int { value }
        func work() {}
      }
      """)
    let source = expansion.expandedSource.onOneLine
    #expect(
      source.contains(
        """
        static func __khalaTable() -> Khala::__KhalaTable<AModule> { \
        var __functions: [Khala::__KhalaFunction<AModule>] = [] \
        __functions.append( .sync("server", [.value("value", type: "Int", isRequired: true), .info]) \
        { __module, __arguments in \
        return try __module.server(value: __arguments.value("value", .of(Int.self)), __arguments.info) }) \
        __functions.append( .sync("work", []) { __module, _ in __module.work() return nil }) \
        return Khala::__KhalaTable(make: { AModule() }, functions: __functions) }
        """), "\(expansion)")
    #expect(source.contains("extension AModule: __KhalaSendable {}"))
    #expect(source.contains("@used private nonisolated let"))
    #expect(source.contains(#"@_cdecl("modkit$khla$Shop")"#))
    let record = try #require(ExpandedRecord(in: expansion))
    #expect(record.key == "Shop")
    #expect(record.flags == .unique)
    #expect(record.line == 1)
    #expect(
      record.accessor
        == #"return unsafe Khala::__KhalaRecord.module(__out, __type, "Shop", .cached, AModule.__khalaTable)"#
    )
    #expect(
      record.detail == """
        {"functions":[{"line":3,"name":"server","parameters":[{"label":"value","name":"value","type":"Int"},\
        {"role":"info","type":"[String: Any]"}],"result":"Int","throws":true},\
        {"line":4,"name":"work"}],\
        "type":"AModule"}
        """)
  }

  @Test func `The name is that of the type unless another is given`() throws {
    #expect(try record(of: "@KhalaModule final class A {}").key == "A")
    #expect(try record(of: "@KhalaModule(nil) final class A {}").key == "A")
    #expect(try record(of: "@KhalaModule final class `Type` {}").key == "Type")
    #expect(try record(of: #"@KhalaModule("中文") final class A {}"#).key == "中文")
  }

  // MARK: - Parameters

  private static let parameters: [(parameters: String, entries: String, call: String)] = [
    ("_ info: [String: Any]", ".info", "__arguments.info"),
    ("info: KhalaInfo", ".info", "info: __arguments.info"),
    ("_ info: KhalaInfo? = nil", ".info", "__arguments.info"),
    ("_ info: [AnyHashable: Any]", ".info", "__arguments.anyInfo"),
    ("_ info: Dictionary<String, Any>", ".info", "__arguments.info"),
    ("_ info: [String : any Any]", ".info", "__arguments.info"),
    ("_ c: KhalaClosure", ".closure(isRequired: true)", "__arguments.closure(0)"),
    ("_ c: @escaping KhalaClosure", ".closure(isRequired: true)", "__arguments.closure(0)"),
    (
      "done c: KhalaClosure?", ".closure(isRequired: false)", "done: __arguments.optionalClosure(0)"
    ),
    (
      "_ a: KhalaClosure, _ info: KhalaInfo, b: KhalaClosure, c: KhalaClosure",
      ".closure(isRequired: true), .info, .closure(isRequired: true), .closure(isRequired: true)",
      "__arguments.closure(0), __arguments.info, b: __arguments.closure(1), c: __arguments.closure(2)"
    ),
    (
      "a: Int", #".value("a", type: "Int", isRequired: true)"#,
      #"a: __arguments.value("a", .of(Int.self))"#
    ),
    (
      "_ a: Int", #".value("a", type: "Int", isRequired: true)"#,
      #"__arguments.value("a", .of(Int.self))"#
    ),
    (
      "for a: Int", #".value("for", type: "Int", isRequired: true)"#,
      #"for: __arguments.value("for", .of(Int.self))"#
    ),
    (
      "a: Int = 5 + 1", #".value("a", type: "Int", isRequired: false)"#,
      #"a: __arguments.value("a", .of(Int.self), default: 5 + 1)"#
    ),
    (
      "a: Int?", #".value("a", type: "Int?", isRequired: false)"#,
      #"a: __arguments.value("a", .optional(Khala::__KhalaReader.of(Int.self)), default: nil)"#
    ),
    (
      "a: Optional<Int> = 3", #".value("a", type: "Optional<Int>", isRequired: false)"#,
      #"a: __arguments.value("a", .optional(Khala::__KhalaReader.of(Int.self)), default: 3)"#
    ),
    (
      "a: [Int]", #".value("a", type: "[Int]", isRequired: true)"#,
      #"a: __arguments.value("a", .array(Khala::__KhalaReader.of(Int.self)))"#
    ),
    (
      "a: Array<Int?>?", #".value("a", type: "Array<Int?>?", isRequired: false)"#,
      """
      a: __arguments.value("a", .optional(Khala::__KhalaReader.array(Khala::__KhalaReader.optional(\
      Khala::__KhalaReader.of(Int.self)))), default: nil)
      """
    ),
    (
      "a: [String: Int]", #".value("a", type: "[String: Int]", isRequired: true)"#,
      #"a: __arguments.value("a", .of([String: Int].self))"#
    ),
    (
      "a: any P & Q", #".value("a", type: "any P & Q", isRequired: true)"#,
      #"a: __arguments.value("a", .of((any P & Q).self))"#
    ),
    (
      "a: sending Outer.Inner", #".value("a", type: "Outer.Inner", isRequired: true)"#,
      #"a: __arguments.value("a", .of(Outer.Inner.self))"#
    ),
  ]

  @Test(arguments: parameters)
  func `A parameter is known by the written form of its type`(
    row: (parameters: String, entries: String, call: String)
  ) throws {
    let hasValue = row.entries.contains(".value")
    #expect(
      try entry(of: "func f(\(row.parameters)) {}") == """
        .sync("f", [\(row.entries)]) { __module, __arguments in \
        \(hasValue ? "try " : "")__module.f(\(row.call)) return nil }
        """)
  }

  // MARK: - Effects, isolation, results

  private static let effects: [(type: String, member: String, kind: String, call: String)] = [
    ("final class", "func f() -> Int { 1 }", "sync", "return __module.f()"),
    ("final class", "func f() throws -> Int { 1 }", "sync", "return try __module.f()"),
    ("final class", "func f() async {}", "async", "await __module.f() return nil"),
    (
      "final class", "func f() async throws -> Void {}", "async",
      "try await __module.f() return nil"
    ),
    ("final class", "func f() throws(Never) -> () {}", "sync", "__module.f() return nil"),
    ("final class", "var f: Int { 1 }", "sync", "return __module.f"),
    (
      "final class", "var f: Int { get async throws { 1 } }", "async", "return try await __module.f"
    ),
    ("final class", "@KhalaExported let f = 1", "sync", "return __module.f"),
    ("final class", "@MainActor func f() -> Int { 1 }", "main", "return __module.f()"),
    ("final class", "@MainActor var f: Int { 1 }", "main", "return __module.f"),
    ("actor", "@MainActor func f() throws {}", "main", "try __module.f() return nil"),
    ("final class", "@MainActor func f() async {}", "async", "await __module.f() return nil"),
    ("final class", "@ShopActor func f() -> Int { 1 }", "async", "return await __module.f()"),
    (
      "@ShopActor final class", "@MainActor func f() -> Int { 1 }", "async",
      "return await __module.f()"
    ),
    ("@MainActor final class", "@MainActor func f() -> Int { 1 }", "sync", "return __module.f()"),
    ("@MainActor final class", "func f() -> Int { 1 }", "sync", "return __module.f()"),
    ("actor", "func f() -> Int { 1 }", "async", "return await __module.f()"),
    ("actor", "nonisolated func f() -> Int { 1 }", "sync", "return __module.f()"),
    (
      "actor", "nonisolated(nonsending) func f() async {}", "async", "await __module.f() return nil"
    ),
    ("actor", "var f: Int { 1 }", "async", "return await __module.f"),
    ("actor", "@KhalaExported let f = 1", "sync", "return __module.f"),
  ]

  @Test(arguments: effects)
  func `A call has the effects of its function`(
    row: (type: String, member: String, kind: String, call: String)
  ) throws {
    #expect(
      try entry(of: row.member, in: row.type)
        == #".\#(row.kind)("f", []) { __module, _ in \#(row.call) }"#)
  }

  @Test func `In an actor, the arguments of a call are sent`() throws {
    #expect(
      try entry(of: "func f(_ i: KhalaInfo) {}", in: "actor").contains(
        "__module.f(__arguments.info())")
    )
    #expect(
      try entry(of: "func f(_ i: [AnyHashable: Any]) {}", in: "actor")
        .contains("__module.f(__arguments.anyInfo())"))
  }

  @Test func `A name may be any text`() throws {
    #expect(
      try entry(of: #"func `say "hi"`(`to whom` a: Int) {}"#) == """
        .sync(#"say "hi""#, [.value("to whom", type: "Int", isRequired: true)]) \
        { __module, __arguments in try __module.`say "hi"`(`to whom`: __arguments.value("to whom", \
        .of(Int.self))) return nil }
        """)
  }

  @Test func `Names that are keywords are put into back-ticks`() throws {
    #expect(try entry(of: "func `init`() {}").contains(#".sync("init", [])"#))
    #expect(try entry(of: "func `init`() {}").contains("__module.`init`()"))
    #expect(try entry(of: "func f(`in` a: Int) {}").contains(#"f(in: __arguments.value("in""#))
  }

  // MARK: - Which members

  @Test(arguments: [
    "private func f() {}", "fileprivate func f() {}", "static func f() {}", "class func f() {}",
    "init() {}", "deinit {}", "subscript(i: Int) -> Int { i }", "let f = 1",
    "private var f: Int { 1 }", "@KhalaIgnored func f<T>(_: T) {}",
    "@KhalaIgnored var f: Int { 1 }",
    "@available(*, unavailable) func f() {}", "struct S { func f() {} }",
    "static func == (a: A, b: A) -> Bool { true }", "typealias T = Int",
    "@available(*, unavailable, renamed: \"g\") func f<T>(_: T) {}",
  ])
  func `Members that are not routing functions are left out`(member: String) {
    let expansion = expanded("@KhalaModule final class A { \(member) }")
    #expect(
      expansion.expandedSource.onOneLine.contains(
        "Khala::__KhalaTable(make: { A() }, functions: [])"))
  }

  @Test func `With explicit export, only marked functions are included`() throws {
    let record = try record(
      of: """
        @KhalaModule(exports: .marked) final class A {
          @KhalaExported func f() {}
          func g<Value>(_ value: Value) {}
        }
        """)
    #expect(
      record.detail == #"{"exports":"marked","functions":[{"line":2,"name":"f"}],"type":"A"}"#)
  }

  @Test func `Conditions are carried over`() throws {
    let expansion = expanded(
      """
      @KhalaModule final class A {
        #if DEBUG
        func f() {}
        #elseif os(Linux)
        func f() {}
        #if FAST
        func g() {}
        #endif
        #else
        func f() {}
        #endif
        @available(macOS 15, iOS 18, *) func h() {}
      }
      """)
    let source = expansion.expandedSource.onOneLine
    for (condition, name) in [
      ("#if (DEBUG)", "f"), ("#if !(DEBUG) && (os(Linux))", "f"),
      ("#if !(DEBUG) && (os(Linux)) #if (FAST)", "g"), ("#if !(DEBUG) && !(os(Linux))", "f"),
      ("if #available(macOS 15, iOS 18, *) {", "h"),
    ] {
      #expect(
        source.contains("\(condition) __functions.append( .sync(\"\(name)\", [])"), "\(expansion)")
    }
    let detail = try #require(ExpandedRecord(in: expansion)).detail
    #expect(detail.contains(#"{"if":"!(DEBUG) && (os(Linux)) && (FAST)","line":7,"name":"g"}"#))
    #expect(detail.contains(#"{"available":"macOS 15, iOS 18, *","line":12,"name":"h"}"#))
  }

  @Test func `Overloads differ in the names of their values or in their closures`() {
    _ = expanded(
      """
      @KhalaModule final class A {
        func f() {}
        func f(a: Int) {}
        func f(b: Int) {}
        func f(a: Int, b: Int) {}
        func f(_ closure: KhalaClosure) {}
        func f(_ closure: KhalaClosure, other: KhalaClosure) {}
      }
      """)
  }

  // MARK: - Routes

  @Test func `A custom path is in the table and the record`() throws {
    let source = """
      @KhalaModule final class A {
        @Route("users/{id:Int}/{*rest}", priority: -3, schemes: "kl", "https")
        @Route("u-{id}.{ext}")
        func f(id: Int, rest: [String], ext: String?) {}
      }
      """
    #expect(
      expanded(source).expandedSource.onOneLine.contains(
        """
        routes: [Khala::__KhalaRoute("users/{id:Int}/{*rest}", priority: -3, schemes: ["kl", "https"]), \
        Khala::__KhalaRoute("u-{id}.{ext}", priority: 0, schemes: [])])
        """))
    #expect(
      try record(of: source).detail.contains(
        """
        "routes":[{"pattern":"users/{id:Int}/{*rest}","priority":-3,"schemes":["kl","https"]},\
        {"pattern":"u-{id}.{ext}"}]
        """))
  }
}
