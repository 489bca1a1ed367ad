import ModuleGraph
import SourceInspection
import Testing

@testable import SourceInspection

struct SourceSymbolsTests {
  private func occurrence(
    _ usr: String, _ name: String, _ kind: IndexSymbolKind, _ roles: IndexRoles, _ line: Int,
    _ column: Int
  ) -> IndexOccurrence {
    IndexOccurrence(usr: usr, name: name, kind: kind, roles: roles, line: line, column: column)
  }

  @Test func `A member has the property at its place, and not its getter`() {
    let outline = SourceFile(text: "Rhea.trigger(event: .storm)").outline
    let symbols = SourceSymbols(
      of: outline,
      in: [
        occurrence("s:getter", "getter:storm", .staticMethod, [.reference, .implicit], 1, 22),
        occurrence("s:storm", "storm", .staticProperty, .reference, 1, 22),
        occurrence("s:far", "storm", .staticProperty, .reference, 2, 22),
      ])
    #expect(symbols.names == [TextPosition(line: 0, column: 21): "s:storm"])
  }

  @Test func `A symbol with another name is not meant, as the source has changed`() {
    let outline = SourceFile(text: "Rhea.trigger(event: .storm)").outline
    let symbols = SourceSymbols(
      of: outline, in: [occurrence("s:ebb", "ebb", .staticProperty, .reference, 1, 22)])
    #expect(symbols.names.isEmpty)
  }

  @Test func `A constant has the definition at its place`() {
    let outline = SourceFile(text: "static let storm: RheaEvent = \"storm\"").outline
    let symbols = SourceSymbols(
      of: outline,
      in: [
        occurrence("s:a", "storm", .staticProperty, .definition, 1, 12),
        occurrence("s:b", "storm", .staticProperty, .definition, 5, 12),
      ])
    #expect(symbols.constants == [TextPosition(line: 0, column: 11): "s:a"])
  }

  @Test func `A constant whose line has moved has the only definition of its name`() {
    let outline = SourceFile(text: "\n\nstatic let storm: RheaEvent = \"storm\"").outline
    let moved = occurrence("s:a", "storm", .staticProperty, .definition, 1, 12)
    let other = occurrence("s:b", "storm", .staticProperty, .definition, 7, 12)
    let start = TextPosition(line: 2, column: 11)
    #expect(SourceSymbols(of: outline, in: [moved]).constants == [start: "s:a"])
    #expect(SourceSymbols(of: outline, in: [moved, other]).constants.isEmpty)
  }

  @Test func `A declared type has the line of its attribute`() {
    let outline = SourceFile(text: "@MainActor @EventTask(on: .demand) enum Login {\n}").outline
    let symbols = SourceSymbols(
      of: outline,
      in: [
        occurrence("s:ScM", "MainActor", .classType, .reference, 1, 2),
        occurrence("s:7TaskKit05EventA0fm", "EventTask(on:)", .macro, .reference, 1, 13),
        occurrence("s:login", "Login", .enumeration, .definition, 1, 41),
        occurrence("s:inner", "Inner", .structure, .definition, 2, 1),
      ])
    #expect(
      symbols.types
        == [
          TextPosition(line: 0, column: 40): SourceSymbols.DeclaredType(
            usr: "s:login", line: 1, isName: true)
        ])
  }

  @Test func `A declaration that names a type belongs to that type`() throws {
    let text = TextRange(TextPosition(line: 0, column: 5), TextPosition(line: 0, column: 16))
    let lines = TextRange(TextPosition(line: 0, column: 0), TextPosition(line: 3, column: 0))
    var outline = SourceOutline()
    outline.declarations = [
      SourceDeclaration(kind: .job, name: "OrderPlaced", nameRange: text, range: lines)
    ]
    let symbols = SourceSymbols(
      of: outline,
      in: [
        occurrence("s:9TaskStore3jobfm", "job(_:)", .macro, .reference, 1, 2),
        occurrence("s:placed", "OrderPlaced", .enumeration, .reference, 1, 6),
        occurrence("s:local", "Local", .structure, .definition, 2, 10),
      ])
    let type = try #require(symbols.types[text.start])
    #expect(type == SourceSymbols.DeclaredType(usr: "s:placed", line: 1, isName: true))
  }

  @Test func `An attribute makes a contract of the next function that is defined`() {
    let macro = "s:5Khala0A4CallyySScfm"
    let functions = ContractFunction.all(in: [
      occurrence("s:before", "before()", .staticMethod, .definition, 1, 3),
      occurrence("s:implicit", "__call()", .staticMethod, [.definition, .implicit], 3, 3),
      occurrence(macro, "KhalaCall(_:)", .macro, .reference, 3, 4),
      occurrence("s:other", "other()", .function, [.reference, .call], 3, 30),
      occurrence("s:buy", "buy()", .staticMethod, .definition, 4, 3),
      occurrence("s:after", "after()", .staticMethod, .definition, 6, 3),
      occurrence("s:9Elsewherefm", "KhalaCall(_:)", .macro, .reference, 7, 4),
      occurrence("s:fake", "fake()", .staticMethod, .definition, 8, 3),
    ])
    #expect(functions == [ContractFunction(usr: "s:buy", name: "buy()", line: 3)])
  }

  @Test func `Only references that are written in the source count`() {
    let references = ContractReference.all(
      to: ["s:buy"],
      in: [
        occurrence("s:buy", "buy()", .staticMethod, .definition, 1, 1),
        occurrence("s:buy", "buy()", .staticMethod, [.reference, .call, .implicit], 2, 1),
        occurrence("s:buy", "buy()", .staticMethod, [.reference, .call], 3, 5),
        occurrence("s:buy", "buy()", .staticMethod, .reference, 4, 1),
        occurrence("s:sell", "sell()", .staticMethod, [.reference, .call], 5, 1),
      ])
    #expect(
      references == [
        ContractReference(
          usr: "s:buy", position: TextPosition(line: 2, column: 4), isCall: true),
        ContractReference(
          usr: "s:buy", position: TextPosition(line: 3, column: 0), isCall: false),
      ])
  }
}
