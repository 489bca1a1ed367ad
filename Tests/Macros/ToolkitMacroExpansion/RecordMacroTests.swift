import Testing
import ToolkitMacroExpansion
import ToolkitMacroTestSupport
import ToolkitMacroTypes

private func expand(_ source: String, file: String = "Cart.swift") -> MacroExpansion {
  MacroExpansion(of: source, macros: ["record": RecordMacro.self], module: "Shop", file: file)
}

extension String {
  /// The text with every run of white space as one space: how a closure is broken
  /// into lines is up to the formatter.
  var onOneLine: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}

@Suite struct RecordMacroTests {
  @Suite struct Expansion {
    @Test func `A record at file scope is a constant in the section`() {
      let expansion = expand(#"#record("page", key: "cart", priority: 5) { CartPage() }"#)
      #expect(expansion.diagnostics.isEmpty)
      #expect(expansion.syntaxErrors.isEmpty)
      #expect(
        expansion.expandedSource == """
          #if objectFormat(ELF)
          @section(".note.modkit")
          #elseif objectFormat(MachO)
          @section("__DATA_CONST,__modkit_rec")
          #endif
          @available(*, deprecated) @used private nonisolated let __macro_local_6recordfMu_: (Swift::UInt64, Swift::UInt64, Swift::UInt64, \
          @convention(c) (Swift::UnsafeMutableRawPointer, Swift::UnsafeRawPointer, Swift::UnsafeRawPointer?, \
          Swift::UInt) -> Swift::Bool, \
          Swift::UInt64, Swift::UInt64, Swift::UInt64, Swift::UInt64, Swift::UInt64, Swift::UInt64) = (
            0x0000004000000004, 0x00544b4d70616765, 0x0000000500000001,
            { @Sendable __out, __type, _, _ in
              return unsafe SectionRegistry::SectionRegistry.__provide(__out, __type, {
          #sourceLocation(file: "/Sources/Shop/Cart.swift", line: 1)
                                                      CartPage()
          #sourceLocation()
          })
            },
            0x3d3f24d9a75c1e9e, 0x0000000100000001, 0x00000000000f0004, 0x0000000074726163, \
          0x7261432f706f6853, 0x0074666977732e74
          )
          """)
    }

    @Test func `A record in a type is static`() {
      let expansion = expand(
        """
        actor Cart {
          #record("page", key: "cart") { 1 }
        }
        """)
      #expect(expansion.diagnostics.isEmpty)
      #expect(expansion.expandedSource.contains("@used private static nonisolated let "))
    }

    @Test func `A unique key at file scope has a symbol that can be defined only once`() {
      let expansion = expand(#"#record("page", key: "/a\"b 日%", unique: true) { 1 }"#)
      #expect(expansion.diagnostics.isEmpty)
      #expect(
        expansion.expandedSource.contains(
          #"\#n@_cdecl("modkit$page$/a%22b%20%E6%97%A5%25")"#))
    }

    @Test func `A unique key in a type has none, since Swift allows it at file scope only`() {
      let expansion = expand(
        """
        enum Cart {
          #record("page", key: "cart", unique: true) { 1 }
        }
        """)
      #expect(expansion.diagnostics.isEmpty)
      #expect(!expansion.expandedSource.contains("@_cdecl"))
    }

    @Test func `The type to load is passed on unchanged`() {
      let expansion = expand(#"#record("page", key: "cart", as: (any Page).self) { Cart() }"#)
      #expect(
        expansion.expandedSource.withoutPlaces.onOneLine.contains(
          "SectionRegistry::SectionRegistry.__provide(__out, __type, as: (any Page).self, { Cart() })"
        ))
    }

    @Test func `A labelled closure and a function's name are taken over, too`() {
      #expect(
        expand(#"#record("page", key: "cart", value: { 1 })"#).expandedSource.withoutPlaces
          .onOneLine
          .contains("__provide(__out, __type, { 1 })"))
      #expect(
        expand(#"#record("page", key: "cart", value: Cart.make)"#).expandedSource.withoutPlaces
          .onOneLine
          .contains("__provide(__out, __type, Cart.make)"))
    }

    @Test func `Two records on one line are two constants`() {
      let expansion = expand(
        """
        enum Cart {
          #record("page", key: "a") { 1 }; #record("page", key: "b") { 2 }
        }
        """)
      #expect(expansion.diagnostics.isEmpty)
      #expect(expansion.expandedSource.matches(of: #/nonisolated let /#).count == 2)
    }
  }

  @Suite struct Arguments {
    /// The source of a refused record and what is said about it, at which column.
    private static let refusals: [(source: String, message: String, column: Int)] = [
      (#"#record("pag", key: "a") { 1 }"#, "'pag' is not a record kind", 9),
      (#"#record(kind, key: "a") { 1 }"#, "'kind' must be a string literal", 9),
      (#"#record("page", key: "a\(b)") { 1 }"#, "string literal without interpolation", 22),
      (#"#record("page", key: name) { 1 }"#, "'key' must be a string literal", 22),
      (#"#record("page") { 1 }"#, "the argument 'key' is missing", 1),
      (#"#record(key: "a") { 1 }"#, "the argument 'kind' is missing", 1),
      (#"#record("page", key: "a")"#, "the argument 'value' is missing", 1),
      (#"#record("page", key: "a", priority: high) { 1 }"#, "must be an integer literal", 37),
      (#"#record("page", key: "a", priority: 1 << 40) { 1 }"#, "must be an integer literal", 37),
      (#"#record("page", key: "a", priority: 5_000_000_000) { 1 }"#, "2147483647", 37),
      (#"#record("page", key: "a", unique: isUnique) { 1 }"#, "must be 'true' or 'false'", 35),
      (#"#record("page", key: "a", detail: detail) { 1 }"#, "'detail' must be made of", 35),
      (#"#record("page", key: "a", detail: ["b"]) { 1 }"#, "must be a dictionary literal", 35),
      (#"#record("page", key: "a", value: make())"#, "a closure or the name of a function", 34),
    ]

    @Test(arguments: refusals)
    func `Unreadable arguments are rejected at their source location`(
      source: String, message: String, column: Int
    ) {
      let expansion = expand(source)
      #expect(expansion.diagnostics.count == 1)
      #expect(expansion.diagnostics.first?.message.contains(message) == true, "\(expansion)")
      #expect(expansion.diagnostics.first?.location?.column == column, "\(expansion)")
    }

    @Test func `A fix-it yields accepted source`() throws {
      let expansion = expand(#"#record("page", key: "a" + "b", priority: 1) { 1 }"#)
      let fixed = try #require(expansion.diagnostics.first?.fixIts.first?.fixedSource)
      #expect(fixed == #"#record("page", key: "ab", priority: 1) { 1 }"#)
      #expect(expand(fixed).diagnostics.isEmpty)
    }

    @Test func `A key or a detail that is too long is rejected`() {
      let key = String(repeating: "k", count: 65_536)
      #expect(
        expand(#"#record("page", key: "\#(key)") { 1 }"#).diagnostics.first?.message
          == "this cannot be declared: the key has 65536 bytes; a record holds 65535")
    }
  }

  @Suite struct Layout {
    @Test func `The statements of a closure stand in the expansion at their line and column`() {
      let expansion = expand(
        """
        let before = 1
        #record(
          "page", key: "a",
          value: { () -> Int in
            f()
            return g()
          })
        """)
      #expect(expansion.diagnostics.isEmpty)
      #expect(expansion.syntaxErrors.isEmpty)
      #expect(
        expansion.expandedSource.contains(
          """
          __provide(__out, __type, { () -> Int in
          #sourceLocation(file: "/Sources/Shop/Cart.swift", line: 5)
              f()
              return g()
          #sourceLocation()
          })
          """), "\(expansion)")
    }

    @Test func `Each of several closures has its own source location`() {
      let expansion = MacroExpansion(
        of: "#bridge(on: .a, to: .relay(.b), where: { $0 > 0 }, map: { $0 + 1 })",
        macros: ["bridge": BridgeMacro.self], module: "Feed", file: "Wires.swift")
      #expect(expansion.syntaxErrors.isEmpty)
      func placed(_ statement: String, column: Int) -> String {
        """
        {
        #sourceLocation(file: "/Sources/Feed/Wires.swift", line: 1)
        \(String(repeating: " ", count: column - 1))\(statement)
        #sourceLocation()
        }
        """
      }
      let closures =
        "where: \(placed("$0 > 0", column: 42)), map: \(placed("$0 + 1", column: 59)))"
      #expect(expansion.expandedSource.contains(closures), "\(expansion)")
    }

    @Test func `A closure without statements is unchanged`() {
      let expansion = expand(#"#record("page", key: "a", as: Void.self) {}"#)
      #expect(!expansion.expandedSource.contains("#sourceLocation"))
    }
  }

  @Test func `A function of another type is rejected at the closure`() {
    let expansion = MacroExpansion(
      of: #"#record("page", key: "a", as: (() -> any Page).self) { { Basket() } }"#,
      macros: ["record": MismatchedRecordMacro.self], module: "Shop", file: "Cart.swift")
    #expect(
      expansion.diagnostics.map(\.message) == [
        """
        'value' must return a value of the type '(() -> any Page)' in 'as'; the function that it \
        names returns another type
        """
      ])
    #expect(expansion.diagnostics.first?.location?.column == 54)
  }

  @Suite struct Places {
    private static let refusals: [(source: String, message: String)] = [
      ("func f() { #record(\"page\", key: \"a\") { 1 } }", "inside a function"),
      ("struct S { func f() { #record(\"page\", key: \"a\") { 1 } } }", "inside a function"),
      ("struct S { init() { #record(\"page\", key: \"a\") { 1 } } }", "inside a function"),
      ("struct S { var v: Int { #record(\"page\", key: \"a\") { 1 } } }", "inside a function"),
      ("let c = { #record(\"page\", key: \"a\") { 1 } }", "inside a function"),
      ("struct S<T> { #record(\"page\", key: \"a\") { 1 } }", "'S', which is generic"),
      (
        "struct S<T> { enum E { #record(\"page\", key: \"a\") { 1 } } }", "'S', which is generic"
      ),
      (
        "func f<T>(_: T) { enum E { #record(\"page\", key: \"a\") { 1 } } }",
        "'f', which is generic"
      ),
      ("protocol P { #record(\"page\", key: \"a\") { 1 } }", "in a protocol"),
      ("extension Array { #record(\"page\", key: \"a\") { 1 } }", "extension of 'Array'"),
      (
        "extension Array { enum E { #record(\"page\", key: \"a\") { 1 } } }", "extension of 'Array'"
      ),
      ("extension Swift.Set { #record(\"page\", key: \"a\") { 1 } }", "extension of 'Swift.Set'"),
      (
        "extension Box where T: Page { #record(\"page\", key: \"a\") { 1 } }", "extension of 'Box'"
      ),
    ]

    @Test(arguments: refusals)
    func `A declaration context without records is rejected with a suggestion`(
      source: String, message: String
    ) {
      let expansion = expand(source)
      #expect(expansion.diagnostics.count == 1, "\(expansion)")
      let said = expansion.diagnostics.first?.message ?? ""
      #expect(said.contains(message), "\(expansion)")
      #expect(said.contains("move it to file scope or into a type"), "\(expansion)")
    }

    @Test(arguments: [
      "struct S { #record(\"page\", key: \"a\") { 1 } }",
      "class S { enum E { #record(\"page\", key: \"a\") { 1 } } }",
      "extension S { #record(\"page\", key: \"a\") { 1 } }",
      "extension Array where Element == Int { #record(\"page\", key: \"a\") { 1 } }",
      "@MainActor class S { #record(\"page\", key: \"a\") { 1 } }",
      "func f() { enum E { #record(\"page\", key: \"a\") { 1 } } }",
    ])
    func `Any other context is accepted`(source: String) {
      #expect(expand(source).diagnostics.isEmpty)
    }

    @Test func `The top level of main.swift is rejected, a type in it is not`() {
      let topLevel = expand("#record(\"page\", key: \"a\") { 1 }", file: "main.swift")
      #expect(topLevel.diagnostics.count == 1)
      #expect(topLevel.diagnostics.first?.message.contains("top level of main.swift") == true)
      #expect(topLevel.diagnostics.first?.message.contains("'@main'") == true)
      let nested = expand("enum E { #record(\"page\", key: \"a\") { 1 } }", file: "main.swift")
      #expect(nested.diagnostics.isEmpty)
    }
  }
}
