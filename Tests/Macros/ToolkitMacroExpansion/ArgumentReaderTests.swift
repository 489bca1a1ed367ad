import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import Testing

@testable import ToolkitMacroExpansion

/// An argument named `x`, as it would stand in a macro's parentheses.
private func argument(_ source: String) -> MacroArgument {
  MacroArgument(name: "x", expression: "\(raw: source)")
}

/// What a reader threw, as the message and the source that each fix-it would
/// write.
private func refusal(_ body: () throws -> some Any) -> (message: String, fixes: [String])? {
  do {
    _ = try body()
    return nil
  } catch let error as DiagnosticsError {
    let diagnostic = error.diagnostics[0]
    let fixes = diagnostic.fixIts.flatMap(\.changes).map { change in
      guard case .replace(_, let new) = change else { return "" }
      return new.trimmedDescription
    }
    return (diagnostic.message, fixes)
  } catch {
    return ("\(error)", [])
  }
}

@Suite struct ArgumentReaderTests {
  @Suite struct Strings {
    @Test(arguments: [
      (#""plain""#, "plain"),
      (#""""#, ""),
      (#""tab\tquote\"backslash\\nul\0""#, "tab\tquote\"backslash\\nul\0"),
      (##"#"raw \n "quoted""#"##, #"raw \n "quoted""#),
      (##"#"raw \#n"#"##, "raw \n"),
      (#""\u{1F5DD}\u{e9}""#, "🗝é"),
      ("\"\"\"\n  two\n    lines\n  \"\"\"", "two\n  lines"),
      ("\"\"\"\n  joined \\\n  line\n  \"\"\"", "joined line"),
      (#"("in parentheses")"#, "in parentheses"),
      (#""日本語""#, "日本語"),
    ])
    func `A literal of any form is read with its escapes resolved`(
      source: String, text: String
    ) throws {
      #expect(try argument(source).string() == text)
    }

    @Test func `An interpolation is rejected`() {
      let refusal = refusal { try argument(#""a\(b)""#).string() }
      #expect(
        refusal?.message == """
          'x' must be a string literal without interpolation, because it is read when the program \
          is compiled; '"a\\(b)"' is not
          """)
    }

    @Test(arguments: ["name", ".name", "5", "nil", "makeName()", "[\"a\"]"])
    func `Anything but a literal is rejected`(source: String) {
      let refusal = refusal { try argument(source).string() }
      #expect(
        refusal?.message == """
          'x' must be a string literal, because it is read when the program is compiled; \
          '\(source)' is not
          """)
      #expect(refusal?.fixes == [])
    }

    @Test func `Concatenated literals get a fix-it to a single one`() {
      #expect(refusal { try argument(#""a" + "b\n" + "c""#).string() }?.fixes == [#""ab\nc""#])
      #expect(refusal { try argument(#""a" + b"#).string() }?.fixes == [])
    }
  }

  @Suite struct Integers {
    @Test(arguments: [
      ("0", 0), ("42", 42), ("-1", -1), ("+7", 7), ("1_000_000", 1_000_000), ("0x1F", 31),
      ("0xff_ff", 65_535), ("0b1010", 10), ("0o17", 15), ("-0x10", -16), ("(5)", 5), ("-(5)", -5),
      ("((-5))", -5), ("9223372036854775807", Int.max), ("-9223372036854775808", Int.min),
      ("007", 7),
    ])
    func `A literal is read in every spelling and with either sign`(
      source: String, value: Int
    ) throws {
      #expect(try argument(source).integer() == value)
    }

    @Test(arguments: ["2147483648", "-2147483649", "99999999999999999999999999999999999999999999"])
    func `A value out of range is rejected with the range`(source: String) {
      #expect(
        refusal { try argument(source).integer(as: Int32.self) }?.message == """
          'x' must be an integer from -2147483648 to 2147483647, because it is read when the \
          program is compiled; '\(source)' is not
          """)
    }

    @Test(arguments: [
      ("\"5\"", ["5"]), ("5.0", ["5"]), ("-2.0", ["-2"]), ("5.5", []), ("count", []),
      (".high", []), ("true", []), ("1 + 1", []), ("~1", []),
    ])
    func `Anything else is rejected, with a fix-it where the intention is clear`(
      source: String, fixes: [String]
    ) {
      let refusal = refusal { try argument(source).integer() }
      #expect(refusal?.message.contains("'x' must be an integer literal") == true)
      #expect(refusal?.fixes == fixes)
    }
  }

  @Suite struct Booleans {
    @Test func `The two literals are read`() throws {
      #expect(try argument("true").boolean())
      #expect(try argument("(false)").boolean() == false)
    }

    @Test(arguments: [
      ("1", ["true"]), ("0", ["false"]), ("\"true\"", ["true"]), ("\"no\"", ["false"]),
      ("flag", ["true", "false"]), ("!true", ["false"]), ("nil", ["true", "false"]),
    ])
    func `Anything else is rejected`(source: String, fixes: [String]) {
      let refusal = refusal { try argument(source).boolean() }
      #expect(refusal?.message.contains("'x' must be 'true' or 'false'") == true)
      #expect(refusal?.fixes == fixes)
    }
  }

  @Suite struct Members {
    @Test(
      arguments: [
        (".load", nil, "load"),
        ("RheaEvent.load", "RheaEvent", "load"),
        ("Toolkit.RheaEvent.load", "Toolkit.RheaEvent", "load"),
        (".`default`", nil, "default"),
        ("(.load)", nil, "load"),
      ] as [(String, String?, String)])
    func `A reference is read with its base, and without back-ticks`(
      source: String, base: String?, name: String
    ) throws {
      let member = try argument(source).member()
      #expect(member == MacroArgument.Member(base: base, name: name))
    }

    @Test(arguments: [
      "load", "\"load\"", ".custom(\"x\")", "a().b", ".load(_:)", "Type.self", "events[0].load",
    ])
    func `Anything else is rejected`(source: String) {
      let refusal = refusal { try argument(source).member() }
      #expect(refusal?.message.contains("a member such as '.name' or 'Type.name'") == true)
    }
  }

  @Suite struct Lists {
    @Test func `Types and names are distinguished`() throws {
      let list = try argument(#"[Task1.self, "Task3", Outer.Inner.self, (Task4.self)]"#)
        .typesAndNames()
      #expect(list == [.type("Task1"), .name("Task3"), .type("Outer.Inner"), .type("Task4")])
      #expect(try argument("[]").typesAndNames() == [])
    }

    @Test(arguments: ["5", "nil", ".task", "make()", "[\"a\"]"])
    func `An element that is neither is rejected`(element: String) {
      let refusal = refusal { try argument("[\"a\", \(element)]").typesAndNames() }
      #expect(
        refusal?.message == """
          'x' must be a list of types such as 'Name.self' and string literals, because it is read \
          when the program is compiled; '\(element)' is not
          """)
    }

    @Test func `A fix-it adds 'self' to a type`() {
      #expect(refusal { try argument("[Task1]").typesAndNames() }?.fixes == ["Task1.self"])
      #expect(refusal { try argument("[A.Task1]").typesAndNames() }?.fixes == ["A.Task1.self"])
      #expect(refusal { try argument("Task1").metatype() }?.fixes == ["Task1.self"])
    }

    @Test func `A fix-it adds brackets to a single element`() {
      #expect(refusal { try argument("Task1.self").elements() }?.fixes == ["[Task1.self]"])
      #expect(refusal { try argument("tasks").elements() }?.fixes == [])
    }

    @Test func `A metatype gives its type`() throws {
      #expect(try argument("Shop.Refresh.self").metatype().description == "Shop.Refresh")
      #expect(try argument("(any Page).self").metatype().description == "(any Page)")
      #expect(try argument("[Int].self").metatype().description == "[Int]")
    }
  }

  @Suite struct Functions {
    @Test(arguments: ["{ }", "{ print($0) }", "{ (a: Int) async throws -> Void in }"])
    func `A closure is taken over unchanged`(source: String) throws {
      let function = try argument(source).function()
      #expect(function.expression.description == source)
      #expect(function.closure(forwarding: 3, effects: "await").description == source)
    }

    @Test(arguments: ["handler", "Login.handle", "handle(_:)", "Login.handle(user:)"])
    func `A reference is taken over unchanged, or wrapped`(source: String) throws {
      let function = try argument(source).function()
      #expect(function.expression.description == source)
      #expect(function.closure(forwarding: 0).description == "{ \(source)() }")
      #expect(
        function.closure(forwarding: 2, effects: "try await").description
          == "{ try await \(source)($0, $1) }")
    }

    @Test func `A call is rejected, with a fix-it to a closure`() {
      let refusal = refusal { try argument("handle()").function() }
      #expect(refusal?.message.contains("a closure or the name of a function") == true)
      #expect(refusal?.fixes == ["{ handle() }"])
    }

    @Test(arguments: ["5", "\"handler\"", "nil", "[handler]"])
    func `Anything else is rejected`(source: String) {
      let refusal = refusal { try argument(source).function() }
      #expect(refusal?.message.contains("a closure or the name of a function") == true)
      #expect(refusal?.fixes == [])
    }
  }

  @Suite struct JSON {
    @Test(arguments: [
      (#"["b": 1, "a": "x"]"#, #"{"a":"x","b":1}"#),
      ("[:]", "{}"),
      (
        #"["list": [1, -2, 2.5, true, "s", []], "object": ["k": ["n": [:]]]]"#,
        #"{"list":[1,-2,2.5,true,"s",[]],"object":{"k":{"n":{}}}}"#
      ),
      (#"["quote": "\"\\\n", "é": "日本/x"]"#, #"{"quote":"\"\\\n","é":"日本/x"}"#),
    ])
    func `Literals become the same JSON every time`(source: String, text: String) throws {
      #expect(try argument(source).json().text() == text)
    }

    @Test(arguments: ["name", "[\"a\": nil]", "[\"a\": 1 + 1]", "[\"a\\(b)\": 1]", "[a: 1]"])
    func `Anything but literals is rejected`(source: String) {
      #expect(refusal { try argument(source).json() }?.message.contains("'x' must be") == true)
    }

    @Test func `A duplicate key is rejected`() {
      let refusal = refusal { try argument(#"["a": 1, "b": 2, "a": 3]"#).json() }
      #expect(refusal?.message == "the key 'a' is already in 'x'; rename or remove one of them")
    }
  }
}
