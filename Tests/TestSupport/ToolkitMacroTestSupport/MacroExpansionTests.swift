import SwiftDiagnostics
import SwiftSyntaxMacros
import Testing
import ToolkitMacroTestSupport

/// The implementations that the sources of these tests may use.
var sampleMacros: [String: any Macro.Type] {
  [
    "product": ProductMacro.self,
    "here": HereMacro.self,
    "declare": DeclareMacro.self,
    "Equip": EquipMacro.self,
    "Twin": TwinMacro.self,
    "Silence": SilenceMacro.self,
    "Compute": ComputeMacro.self,
    "Frown": FrownMacro.self,
    "complain": ComplainMacro.self,
    "Complain": ComplainMacro.self,
    "invent": InventMacro.self,
    "fail": ThrowMacro.self,
    "babble": BabbleMacro.self,
  ]
}

@Suite struct `The expansion of macros` {
  @Test(arguments: [
    ("", ""),
    ("let plain = 1", "let plain = 1"),
    ("let area = #product(6, 7)", "let area = 6 * 7"),
    ("func area() -> Int { 1 + #product(6, 7) }", "func area() -> Int { 1 + 6 * 7 }"),
    ("let other = #unknown(1)", "let other = #unknown(1)"),
    (
      "@Twin let ship = 1",
      """
      let ship = 1

      let twinOfnameless = true
      """
    ),
    (
      """
      struct Harbor {
        @Silence func shout() { print("ahoy") }
        @Compute var depth: Int
        @Twin struct Pier {}
      }
      """,
      """
      struct Harbor {
        func shout() {
          return
        }
        var depth: Int {
          get {
            42
          }
        }
        struct Pier {}

        let twinOfPier = true
      }
      """
    ),
    (
      "@Equip class Boat {}",
      """
      class Boat {

        var equipment: [String] {
          []
        }
      }
      """
    ),
  ]) func `Every role expands as it does in a compiler`(source: String, expected: String) {
    let expansion = MacroExpansion(of: source, macros: sampleMacros)
    #expect(expansion.expandedSource == expected)
    #expect(expansion.diagnostics == [])
    #expect(expansion.syntaxErrors == [])
  }

  @Test func `An extension macro receives the conformances of its declaration`() {
    let expansion = MacroExpansion(
      of: "@Equip class Boat {}",
      macros: sampleMacros, conformances: ["Equip": ["Sendable", "Afloat"]])
    #expect(
      expansion.expandedSource == """
        class Boat {

          var equipment: [String] {
            []
          }
        }

        extension Boat: Sendable {
        }

        extension Boat: Afloat {
        }
        """)
  }

  @Test(arguments: [
    ("let x = #here", "1, 9"),
    ("\n\n  let x = #here", "3, 11"),
    ("struct A {\n  var x = 1 + #here + 2\n}", "2, 15"),
    ("/* ⚓︎ */ let x = #here", "1, 22"),
  ]) func `A macro receives its file, line and column`(source: String, position: String) {
    let expansion = MacroExpansion(
      of: source, macros: sampleMacros, module: "Shop", file: "Cart.swift")
    #expect(expansion.fileID == "Shop/Cart.swift")
    #expect(expansion.expandedSource.contains("(\"Shop/Cart.swift\", \(position)"))
    #expect(expansion.expandedSource.contains("/Shop/Cart.swift\", \(position))"))
  }

  @Test func `A macro can be tested in main.swift, in a folder, and with the default names`() {
    func place(module: String = "TestModule", file: String = "Test.swift") -> String {
      MacroExpansion(of: "#here", macros: sampleMacros, module: module, file: file).expandedSource
    }
    #expect(place(module: "Shop", file: "main.swift").hasPrefix("(\"Shop/main.swift\", 1, 1"))
    #expect(place(file: "Views/Cart.swift").hasPrefix("(\"TestModule/Cart.swift\", 1, 1"))
    #expect(place(file: "Views/Cart.swift").contains("/TestModule/Views/Cart.swift\""))
    #expect(place().hasPrefix("(\"TestModule/Test.swift\""))
  }

  @Test func `Unique names are unique and the same every time`() {
    let source = "#declare\nenum Dock {\n  struct Pier {\n    #declare\n  }\n}"
    let expansions = (1...5).map { _ in MacroExpansion(of: source, macros: sampleMacros) }
    #expect(Set(expansions).count == 1)
    #expect(
      expansions[0].expandedSource == """
        let __macro_local_6recordfMu_ = ""
        let __macro_local_6recordfMu0_ = 2
        enum Dock {
          struct Pier {
            let __macro_local_6recordfMu1_ = "Pier in Dock"
            let __macro_local_6recordfMu2_ = 2
          }
        }
        """)
  }

  @Test func `An expansion that is not Swift is told apart from one that is`() throws {
    let expansion = MacroExpansion(of: "#babble", macros: sampleMacros)
    #expect(!expansion.syntaxErrors.isEmpty)
    #expect(expansion.diagnostics.isEmpty)
    #expect(expansion.description.contains("which is not Swift:"))
  }

  @Test func `A source that is not Swift is a diagnostic`() throws {
    let expansion = MacroExpansion(of: "let x = (1", macros: sampleMacros)
    let diagnostic = try #require(expansion.diagnostics.first)
    #expect(diagnostic.severity == .error)
    #expect(diagnostic.location?.description == "1:11")
    #expect(diagnostic.fixIts.map(\.fixedSource) == ["let x = (1)"])
    #expect(expansion.syntaxErrors.isEmpty)
  }

  @Test(arguments: [
    ("", ""),
    ("   ", ""),
    ("\n \n\t\n", ""),
    ("a", "a"),
    ("  a  ", "  a"),
    ("\n\n  a \t\n\n b\n\n", "  a\n\n b"),
    ("a\r\nb \r\n", "a\nb"),
  ]) func `Normalizing trims invisible characters`(text: String, expected: String) {
    #expect(MacroExpansion.normalized(text) == expected)
    #expect(MacroExpansion.normalized(expected) == expected)
  }

  @Test func `An expansion describes itself as a report`() {
    let expansion = MacroExpansion(
      of: "let a = #product(2, 3)\nlet b = #complain(7)", macros: sampleMacros, module: "Shop",
      file: "Cart.swift")
    #expect(
      expansion.description == """
        Shop/Cart.swift expands to:
          let a = 2 * 3
          let b = 0
        with diagnostics:
          2:19: error: write a string
            at: 7
            2:19: note: this argument
            fix-it: put it in quotes
            fix-it: put it in brackets
        """)
  }
}
