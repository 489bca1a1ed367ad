import Declarations
import Testing
import ToolkitMacroTestSupport

@Suite struct RheaMacroTests {
  /// The record that a macro makes, which must be without fault.
  private func expanded(
    _ source: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> ExpandedRecord {
    try expandRhea(source).record(sourceLocation: sourceLocation)
  }

  @Suite struct Expansion {
    @Test func `In a class, with a trailing closure and all arguments`() {
      let expansion = expandRhea(
        #"""
        class ViewController {
          let before = 1

          #rhea(time: .load, priority: .veryLow, repeatable: true, async: false) { context in
            print("\(context.param)")
          }

          func after() {}
        }
        """#)
      #expect(expansion.diagnostics.isEmpty)
      #expect(expansion.syntaxErrors.isEmpty)
      #expect(
        expansion.expandedSource.onOneLine
          == #"""
          class ViewController {
            let before = 1

            #if objectFormat(ELF)
            @section(".note.modkit")
            #elseif objectFormat(MachO)
            @section("__DATA_CONST,__modkit_rec")
            #endif
            @available(*, deprecated) @used private static nonisolated let __macro_local_6recordfMu_: (Swift::UInt64, Swift::UInt64, Swift::UInt64, \#
          @convention(c) (Swift::UnsafeMutableRawPointer, Swift::UnsafeRawPointer, Swift::UnsafeRawPointer?, \#
          Swift::UInt) -> Swift::Bool, \#
          Swift::UInt64, Swift::UInt64, Swift::UInt64, Swift::UInt64, Swift::UInt64, Swift::UInt64) = (
              0x0000004000000004, 0x00544b4d72686561, 0x0000000100050001,
              { @Sendable __out, __type, _, _ in
                return unsafe RheaTime::__RheaRecord.sync(__out, __type, "load", nil, nil, { context in
                  #sourceLocation(file: "/Sources/App/Home.swift", line: 5)
                  print("\(context.param)")
                  #sourceLocation()
                })
              },
              0xe317c1ea160d0ce6, 0x0000000300000004, 0x00000000000e0004, 0x0000000064616f6c, \#
          0x656d6f482f707041, 0x000074666977732e
            )
            #if objectFormat(ELF)
            @section(".init_array") @used private static nonisolated let \#
          __macro_local_12announcementfMu_: @convention(c) () -> Swift::Void = {
              RheaTime::__RheaRecord.imageIsReady({})
            }
            #endif

            func after() {}
          }
          """#.onOneLine)
    }

    @Test func `With earlier names of the event`() throws {
      let record = try expandRhea(
        ##"#rhea(time: .sailed, formerly: "left", #"a"b"#, priority: .high, func: f)"##
      ).record()
      #expect(record.detail == #"{"formerly":["left","a\"b"],"func":"f"}"#)
      #expect(
        record.accessor == #"""
          return unsafe RheaTime::__RheaRecord.formerly(__out, ["left", \#(##"#"a"b"#"##)], \#
          RheaTime::__RheaRecord.sync(__out, __type, .sailed, nil, "f", f))
          """#)
    }

    @Test func `At file scope, with a labelled closure`() throws {
      let expansion = expandRhea(
        """
        #rhea(time: .customEvent, priority: .veryLow, repeatable: true, func: { _ in
          print("~~~~ customEvent in main")
        })
        """)
      #expect(expansion.diagnostics.isEmpty)
      #expect(expansion.expandedSource.contains("@used private nonisolated let "))
      let record = try #require(ExpandedRecord(in: expansion))
      #expect(record.key == ".customEvent")
      #expect(record.priority == 1)
      #expect(record.flags == [.mainActor, .repeatable, .unresolvedKey])
      #expect(
        record.arguments == #"""
          sync: .customEvent, nil, nil, { _ in print("~~~~ customEvent in main") }
          """#)
    }

    @Test func `A shorthand without a context`() throws {
      let expansion = expandRhea("#load { print(123) }")
      #expect(expansion.diagnostics.isEmpty)
      #expect(expansion.expandedSource.contains("@used private nonisolated let "))
      let record = try #require(ExpandedRecord(in: expansion))
      #expect(record.key == "load")
      #expect(record.priority == 5)
      #expect(record.flags == [.mainActor])
      #expect(record.arguments == #"sync: "load", nil, nil, { print(123) }"#)
    }

    @Test func `Two types deep`() throws {
      let expansion = expandRhea(
        """
        enum Outer {
          class Inner {
            #rhea(time: .load) { context in
              print(1)
            }
          }
        }
        """)
      #expect(expansion.diagnostics.isEmpty)
      #expect(
        expansion.expandedSource.contains(
          "    @available(*, deprecated) @used private static nonisolated let "))
      let record = try #require(ExpandedRecord(in: expansion))
      #expect(record.key == "load")
      #expect(record.priority == 5)
      #expect(record.flags == [.mainActor])
      #expect(record.fileID == "App/Home.swift")
      #expect(record.line == 3)
      #expect(record.column == 5)
    }

    @Test(arguments: ["load", "premain", "appDidFinishLaunching"])
    func `A shorthand equals the long form`(event: String) throws {
      let short = expandRhea("#\(event)(func:\n  { context in print(context) })")
      let long = expandRhea("#rhea(time: .\(event), func:\n  { context in print(context) })")
      #expect(short.diagnostics.isEmpty)
      #expect(short.expandedSource == long.expandedSource)
    }

    @Test(arguments: [
      ("#load { }", false), ("#if true\n#load { }\n#endif", false),
      ("struct S { #load { } }", true),
      ("enum E { #load { } }", true), ("actor A { #load { } }", true),
      ("extension S { #load { } }", true), ("@MainActor class C { #load { } }", true),
      ("func f() { enum E { #load { } } }", true),
    ])
    func `The record and the announcement are static in a type only`(
      source: String, isStatic: Bool
    ) {
      let expansion = expandRhea(source)
      #expect(expansion.diagnostics.isEmpty)
      #expect(expansion.syntaxErrors.isEmpty)
      let statics = expansion.expandedSource.matches(of: #/private static nonisolated let/#).count
      let globals = expansion.expandedSource.matches(of: #/private nonisolated let/#).count
      #expect(statics == (isStatic ? 2 : 0), "\(expansion)")
      #expect(globals == (isStatic ? 0 : 2), "\(expansion)")
    }
  }

  // MARK: - time

  private static let literals: [(source: String, key: String)] = [
    (#""ACustomEventString""#, "ACustomEventString"),
    (#""a\"b""#, #"a"b"#),
    (#""tab\t\u{e9}\\""#, "tab\té\\"),
    (##"#"raw \n "quoted""#"##, #"raw \n "quoted""#),
    ("\"\"\"\n  abc\n  \"\"\"", "abc"),
    ("\"\"\"\n  two\n    lines\n  \"\"\"", "two\n  lines"),
    (#""日本語 🗝""#, "日本語 🗝"),
    (#""with.dots.and spaces""#, "with.dots.and spaces"),
    (#"("in parentheses")"#, "in parentheses"),
    (".load", "load"), ("RheaEvent.load", "load"), ("RheaTime.RheaEvent.load", "load"),
    (".`load`", "load"), (".premain", "premain"), ("RheaEvent.premain", "premain"),
    (".appDidFinishLaunching", "appDidFinishLaunching"),
  ]

  @Test(arguments: literals)
  func `A literal event and a built-in one are known at compile time`(
    source: String, key: String
  ) throws {
    let record = try expanded("#rhea(time: \(source)) { _ in }")
    #expect(record.key == key)
    #expect(!record.flags.contains(.unresolvedKey))
  }

  @Test(arguments: [
    ".customEvent", "RheaEvent.customEvent", ".`default`", "Shop.load", "Shop.RheaEvent.load",
    "RheaEvent(rawValue: \"x\")", ".init(rawValue: \"x\")", ".init(rawValue: \"load\")",
    "\"user \\(3)\"", "event", "makeEvent()", ".user(3)", "isFirst ? .load : .premain",
    "TypedRheaEvent<Int>(\"x\")", "events[0]",
  ])
  func `Any other expression is taken over, and its text is the key`(source: String) throws {
    let record = try expanded("#rhea(time: \(source)) { _ in }")
    #expect(record.key == source)
    #expect(record.flags == [.mainActor, .unresolvedKey])
    #expect(record.arguments == "sync: \(source), nil, nil, { _ in }")
  }

  @Test(arguments: [
    (".load", true), ("RheaTime.RheaEvent.load", true), ("\"load\"", true), ("#\"premain\"#", true),
    (".premain", true), (".appDidFinishLaunching", false), ("\"Load\"", false), ("\"x\"", false),
    (".customEvent", false), ("event", false), ("Shop.load", false), ("\"\\(\"load\")\"", false),
    ("RheaEvent(rawValue: \"load\")", false),
  ])
  func `Records of load and premain announce their image`(
    source: String, isAnnounced: Bool
  ) throws {
    let expansion = expandRhea("#rhea(time: \(source)) { _ in }")
    #expect(expansion.diagnostics.isEmpty)
    #expect(expansion.expandedSource.contains(#"@section(".init_array")"#) == isAnnounced)
    #expect(
      expansion.expandedSource.contains("RheaTime::__RheaRecord.imageIsReady({})") == isAnnounced)
  }

  // MARK: - priority

  @Test(arguments: [
    ("0", 0), ("42", 42), ("1_000", 1_000), ("0x10", 16), ("0b101", 5), ("0o17", 15), ("-1", -1),
    ("-0x1F", -31), ("+7", 7), ("(3)", 3), ("2147483647", 2_147_483_647),
    ("-2147483648", -2_147_483_648), (".veryLow", 1), (".low", 3), (".normal", 5), (".high", 7),
    (".veryHigh", 9), ("RheaPriority.high", 7), ("RheaTime.RheaPriority.low", 3), (".`high`", 7),
  ])
  func `A literal priority and a built-in one are known at compile time`(
    source: String, value: Int
  ) throws {
    let record = try expanded("#rhea(time: \"x\", priority: \(source)) { _ in }")
    #expect(record.priority == value)
    #expect(record.flags == [.mainActor])
    #expect(record.detail == "")
    #expect(record.arguments == #"sync: "x", nil, nil, { _ in }"#)
  }

  @Test(arguments: [
    ".critical", "RheaPriority.critical", "Shop.high", "RheaPriority(rawValue: 50)", "level",
    "2147483648", "-5_000_000_000", "isFirst ? .high : .low", "1 + 1",
  ])
  func `Any other priority is taken over, and its text is in the detail`(source: String) throws {
    let record = try expanded("#rhea(time: \"x\", priority: \(source)) { _ in }")
    #expect(record.priority == 0)
    #expect(record.flags == [.mainActor, .unresolvedPriority])
    #expect(record.detail == #"{"priority":"\#(source)"}"#)
    #expect(record.arguments == #"sync: "x", \#(source), nil, { _ in }"#)
  }

  // MARK: - repeatable and async

  @Test(
    arguments: [
      ("", [.mainActor], "sync"), ("repeatable: true", [.mainActor, .repeatable], "sync"),
      ("repeatable: false", [.mainActor], "sync"),
      ("repeatable: (true)", [.mainActor, .repeatable], "sync"),
      ("async: true", .asynchronous, "async"), ("async: false", [.mainActor], "sync"),
      ("repeatable: true, async: true", [.asynchronous, .repeatable], "async"),
    ] as [(String, RecordFlags, String)])
  func `The two literals become flags, and async chooses the overloads`(
    source: String, flags: RecordFlags, function: String
  ) throws {
    let record = try expanded(
      "#rhea(time: \"x\"\(source.isEmpty ? "" : ", " + source)) { _ in }")
    #expect(record.flags == flags)
    #expect(record.arguments == #"\#(function): "x", nil, nil, { _ in }"#)
  }

  // MARK: - func

  @Test(arguments: [
    "{ }", "{ _ in }", "{ print($0) }", "{ context in print(context) }",
    "{ @MainActor [flag] context in print(flag) }",
    "{ (context: RheaContext) async throws -> Void in }",
    "{ await later() }",
  ])
  func `A closure is taken over as it was written, trailing or labelled`(closure: String) throws {
    let trailing = try expanded("#rhea(time: \"x\") \(closure)")
    let labelled = try expanded("#rhea(time: \"x\", func: \(closure))")
    #expect(trailing.arguments == #"sync: "x", nil, nil, \#(closure)"#)
    #expect(trailing == labelled)
    #expect(trailing.detail == "")
  }

  @Test(arguments: [
    ("{ (user: User) in }", "User"), ("{ (_: [Login.User?]) async in }", "[Login.User?]"),
    ("{ (context: RheaTime.RheaContext) in }", nil), ("{ () in }", nil),
  ])
  func `The record has the type of a typed event's values if the closure writes it`(
    closure: String, type: String?
  ) throws {
    let record = try expanded("#rhea(time: .didLogin) \(closure)")
    #expect(record.detail == (type.map { #"{"payload":"\#($0)"}"# } ?? ""))
  }

  @Test(arguments: [
    ("handler", "handler"), ("Login.handle", "Login.handle"), ("handle(_:)", "handle(_:)"),
    ("Login.handle(user:)", "Login.handle(user:)"), ("(handler)", "handler"),
  ])
  func `A function is taken over by its name, which the record has too`(
    source: String, name: String
  ) throws {
    let record = try expanded("#rhea(time: \"x\", func: \(source))")
    #expect(record.detail == #"{"func":"\#(name)"}"#)
    #expect(record.arguments == #"sync: "x", nil, "\#(name)", \#(source)"#)
  }

  @Test(arguments: ["make()", "isFirst ? a : b", "handlers[0]"])
  func `An expression that makes a function is taken over without a name`(source: String) throws {
    let record = try expanded("#rhea(time: \"x\", func: \(source))")
    #expect(record.detail == "")
    #expect(record.arguments == #"sync: "x", nil, nil, \#(source)"#)
  }
}
