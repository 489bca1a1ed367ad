import Declarations
import Testing
import ToolkitMacroTestSupport
import ToolkitMacroTypes

@Suite struct BridgeMacroTests {
  private func expand(_ source: String) -> MacroExpansion {
    MacroExpansion(
      of: source, macros: ["bridge": BridgeMacro.self], module: "Feed", file: "Wires.swift")
  }

  private func record(
    _ source: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> ExpandedRecord {
    try expand(source).record(sourceLocation: sourceLocation)
  }

  @Test func `A trailing closure is a filter or a map, by its position`() throws {
    let filtered = try record(#"#bridge(on: .a, run: "T") { $0.isGood }"#)
    #expect(filtered.accessor.contains(#".task("T"), where: { $0.isGood })"#))
    let mapped = try record("#bridge(on: .a, to: .relay(.b), where: { $0 > 0 }) { $0 + 1 }")
    #expect(mapped.accessor.contains(".relay(.b), where: { $0 > 0 }, map: { $0 + 1 })"))
    #expect(mapped.detail.contains(#""filtered":true"#))
    #expect(mapped.detail.contains(#""mapped":true"#))
    let both = try record("#bridge(on: .a, to: .relay(.b)) { $0 > 0 } map: { $0 + 1 }")
    #expect(both.accessor == mapped.accessor)
    let expansion = expand("#bridge(on: .a, to: .relay(.b)) { $0 + 1 }")
    #expect(expansion.diagnostics.count == 1)
    #expect("\(expansion)".contains("after 'where:' or 'map:'"))
  }

  @Test func `Ends of different types are rejected at the target`() {
    func refusal(_ source: String) -> ExpandedDiagnostic? {
      MacroExpansion(
        of: source, macros: ["bridge": MismatchedBridgeMacro.self], module: "Feed",
        file: "Wires.swift"
      ).diagnostics.first
    }
    let refused = refusal("#bridge(on: .relay(.a), to: .relay(.b))")
    #expect(refused?.location?.column == 29)
    #expect(
      refused?.message == """
        '.relay(.b)' takes values of another type than '.relay(.a)' carries; convert them with \
        'map: { … }'
        """)
    let unlabeled = refusal("#bridge(on: .relay(.a), to: .relay(.b)) { $0 > 1 }")
    #expect(unlabeled?.message.contains("after 'where:' or 'map:'") == true)
  }

  @Test func `An event runs tasks`() throws {
    let record = try record(#"#bridge(on: .userDidLogin, run: "RefreshFeed", "Greet")"#)
    #expect(record.key == "event .userDidLogin -> task RefreshFeed, Greet")
    #expect(record.flags == [.unresolvedKey])
    #expect(
      record.detail == """
        {"from":{"kind":"event","name":".userDidLogin","unresolved":true},"to":{"kind":"task",\
        "name":"RefreshFeed","names":["RefreshFeed","Greet"]}}
        """)
    #expect(
      record.accessor == """
        return unsafe Bridge::Bridge.__WireRecord.wire(__out, __type, \
        Bridge::Bridge.__WireRecord.source(.userDidLogin), .task("RefreshFeed", "Greet"))
        """)
  }

  @Test func `The queue of a job is in the record, as a text or an expression`() throws {
    let record = try record(##"#bridge(on: "a", to: .job("b", queue: "mail"))"##)
    #expect(
      record.detail == """
        {"from":{"kind":"event","name":"a"},"to":{"kind":"job","name":"b","queue":"mail"}}
        """)
    #expect(record.flags == [])
    let computed = try self.record(##"#bridge(on: "a", to: .job("b", queue: Queues.mail))"##)
    #expect(computed.detail.contains(##""queue":"Queues.mail""##))
  }

  @Test func `Values known at compile time are in the record`() throws {
    let record = try record(#"#bridge(on: "userDidLogin", call: "kl://feed/{id}/reload?x=1")"#)
    #expect(record.key == "event userDidLogin -> call kl://feed/{id}/reload?x=1")
    #expect(record.flags == [])
    #expect(
      record.accessor == """
        return unsafe Bridge::Bridge.__WireRecord.wire(__out, __type, \
        Bridge::Bridge.__WireRecord.source("userDidLogin"), .call("kl://feed/{id}/reload?x=1"))
        """)
  }

  @Test func `Conditions and maps are passed on, as arguments or behind`() throws {
    let written = try record(
      "#bridge(on: .relay(.items), to: .event(.count), where: { $0 > 1 }, map: { $0 + 1 })")
    #expect(written.detail.contains(#""filtered":true"#))
    #expect(written.detail.contains(#""mapped":true"#))
    #expect(
      written.accessor == """
        return unsafe Bridge::Bridge.__WireRecord.wire(__out, __type, \
        Bridge::Bridge.__WireRecord.source(.relay(.items)), .event(.count), where: { $0 > 1 }, \
        map: { $0 + 1 })
        """)
    let behind = try record(#"#bridge(on: .relay(.items), run: "a") { $0 > 1 }"#)
    #expect(behind.accessor.hasSuffix(#".task("a"), where: { $0 > 1 })"#))
    let none = try record(#"#bridge(on: .relay(.items), run: "a", where: nil)"#)
    #expect(none.accessor.hasSuffix(#".task("a"))"#))
  }

  @Test(arguments: [
    (
      "#bridge(on: .task(\"a\", .succeeded, .failed), to: .relay(.b))",
      "task a (succeeded, failed) -> relay .b"
    ),
    ("#bridge(on: .call(\"kl://a/{b}\"), to: .relay(Keys.b))", "call kl://a/{b} -> relay Keys.b"),
    ("#bridge(on: .changes(of: .a), to: .event(\"b\"))", "relay .a -> event b"),
    (
      "#bridge(on: .job(\"a\", .failed), to: .job(\"b\", queue: \"mail\"))",
      "job a (failed) -> job b"
    ),
    ("#bridge(on: \"a\", job: \"b\", .durable)", "event a -> job b (durable)"),
    ("#bridge(on: \"a\", to: .job(\"b\", .durable))", "event a -> job b (durable)"),
    (
      "#bridge(on: \"a\", durable: \"b\", .retry(attempts: 2)) { (a: Int, _: JobContext) in }",
      "event a -> job b (durable)"
    ),
    (
      "#bridge(on: .taskEvent(.reload), to: .taskEvent([.idle, .reserved1]))",
      "taskEvent reload -> taskEvent idle, reserved1"
    ),
    ("#bridge(on: .taskEvent(.mine), to: .task(\"a\", \"b\"))", "taskEvent .mine -> task a, b"),
    (
      "#bridge(on: .notification(.cart), to: .perform(\"note\") { _ in })",
      "notification .cart -> closure note"
    ),
    (
      "#bridge(on: WireSource.event(.a), to: WireTarget<Int>.make())",
      "event .a -> unknown WireTarget<Int>.make()"
    ),
    ("#bridge(on: .premain, to: .event(.a))", "event premain -> event .a"),
    ("#bridge(join: .left, with: .reserved1)", "event .left <-> taskEvent reserved1"),
    ("#bridge(join: \"left\", with: event)", "event left <-> taskEvent event"),
  ])
  func `Every end of a wire has a description`(source: String, key: String) throws {
    #expect(try record(source).key == key)
  }

  @Test(arguments: [
    ("#bridge(on: .a)", "the argument 'to' is missing; write 'run:' for a task"),
    ("#bridge(to: .event(.a))", "the argument 'on' is missing"),
    ("#bridge(on: .relay(.a), job: \"b\", .durable)", "only an event can be published"),
    ("#bridge(on: .a, durable: \"b\")", "the argument 'run' is missing"),
    ("#bridge(on: .a, job: \"\", .durable)", "a job has a name, by which the wire finds it"),
    ("#bridge(join: .a)", "the argument 'with' is missing"),
    ("#bridge(join: .a, with: .none)", "'.none' is not an event; a wire needs an event of TaskKit"),
    ("#bridge(on: .a, run: \"\")", "a task has a name"),
    ("#bridge(on: .a, run: name)", "'run' must be a string literal"),
    ("#bridge(on: \"\", run: \"a\")", "an event needs a name"),
    ("#bridge(on: .a, call: \"kl://{\")", "cannot be called: a wire calls a URL"),
    ("#bridge(on: .a, call: \"kl://{}\")", "cannot be called: a wire calls a URL"),
    ("#bridge(on: .a, call: \"kl://a b\")", "cannot be called: a wire calls a URL"),
    ("#bridge(on: .call(\"kl://{a\"), to: .event(.a))", "the route pattern"),
    ("func f() { #bridge(on: .a, run: \"a\") }", "function"),
    ("struct Box<T> { #bridge(on: .a, run: \"a\") }", "generic"),
    (
      "class C { #bridge(on: .a, run: \"a\") { _ in Self.b } }",
      "'Self' cannot be in a declaration"
    ),
  ])
  func `Invalid declarations are rejected`(source: String, message: String) {
    let expansion = expand(source)
    #expect(expansion.diagnostics.count == 1, "\(expansion)")
    #expect(expansion.diagnostics.first?.message.contains(message) == true, "\(expansion)")
  }

  @Test(arguments: [
    (#"\.count"#, "{ $0.count }"), (#"\String.utf8.count"#, "{ $0.utf8.count }"),
    (#"\.[0]"#, "{ $0[0] }"), (#"\.?.count"#, "{ $0?.count }"), (#"\.self"#, "{ $0.self }"),
  ])
  func `In an enumeration or an extension, a closure is offered for a key path`(
    written: String, closure: String
  ) {
    for (type, its) in [("enum E", "an enumeration"), ("extension E", "an extension")] {
      let source = "\(type) {\n  #bridge(on: .a, to: .event(.b), map: PATH)\n}"
      let used = source.replacing("PATH", with: written)
      Refusal(
        source: used, message: "a stored property of it, which \(its) does not have", line: 2,
        column: 40, fixed: [source.replacing("PATH", with: closure)]
      ).check(expand(used))
    }
  }

  @Test(arguments: ["#bridge(X)", "struct S {\n#bridge(X)\n}", "final class C {\n#bridge(X)\n}"])
  func `Elsewhere a key path stays`(source: String) throws {
    let used = source.replacing("X", with: #"on: .a, to: .event(.b), map: \.count"#)
    #expect(try record(used).accessor.hasSuffix(#".event(.b), map: \.count)"#))
  }

  @Test(
    arguments: [
      (#"#bridge(on: .a, run: "T")"#, #"Bridge.connect(.event(.a), to: .task("T"))"#),
      (
        #"#bridge(on: "a", run: "T", "U", where: { $0.isGood })"#,
        #"Bridge.connect(.event("a"), to: .task("T", "U"), where: { $0.isGood })"#
      ),
      (
        #"#bridge(on: .task(A.T.self, .succeeded), run: A.T.self, U.self)"#,
        #"Bridge.connect(.task(A.T.self, .succeeded), to: .task("T", "U"))"#
      ),
      (
        #"#bridge(on: .task("T", .succeeded), call: "kl://feed/reload")"#,
        #"Bridge.connect(.task("T", .succeeded), to: .call("kl://feed/reload"))"#
      ),
      (
        "#bridge(on: .relay(.a), to: .event(.b)) { $0 > 0 } map: { $0 + 1 }",
        "Bridge.connect(.relay(.a), to: .event(.b)) { $0 > 0 } map: { $0 + 1 }"
      ),
      (
        "#bridge(join: .userLeft, with: .didEnterBackground)",
        "Bridge.join(.userLeft, with: .didEnterBackground)"
      ),
    ])
  func `In a function, connecting at run time is offered`(declared: String, called: String) {
    Refusal(
      source: "func f() {\n  \(declared)\n}",
      message: "a record cannot be declared inside a function", line: 2, column: 3,
      fixed: ["func f() {\n  \(called)\n}"]
    ).check(expand("func f() {\n  \(declared)\n}"))
  }
}
