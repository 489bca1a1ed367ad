import SwiftDiagnostics
import SwiftParser
import SwiftParserDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
public import SwiftSyntaxMacros

/// Source as a compiler sees it after expanding macros, and what the macros said
/// about it.
///
/// ```swift
/// let expansion = MacroExpansion(
///   of: "let area = #product(6, 7)", macros: ["product": ProductMacro.self])
/// #expect(expansion.expandedSource == "let area = 6 * 7")
/// #expect(expansion.diagnostics.isEmpty)
/// ```
///
/// Macros are expanded in this process, without a compiler or a plugin, by their
/// syntax alone: nothing is type-checked, macros of the standard library stay as
/// they are, and a macro is found by its plain name.
public struct MacroExpansion: Sendable, Hashable {
  /// The file that was expanded, as `#fileID` spells it: `Shop/Cart.swift`.
  public let fileID: String

  /// The source after expansion, ``normalized(_:)``.
  public let expandedSource: String

  /// The errors that the parser found in the source, then the diagnostics of the macros, in
  /// their order.
  public let diagnostics: [ExpandedDiagnostic]

  /// The errors that the parser finds in the expanded source, each with the lines around it.
  ///
  /// Empty, unless a macro made something that is not Swift.
  public let syntaxErrors: [String]

  /// Expands macros in a source.
  ///
  /// - Parameters:
  ///   - source: The text of a whole file.
  ///   - macros: The implementations, by the names that the source uses, without
  ///     `#` or `@`.
  ///   - conformances: The protocols that a macro's declaration lists in
  ///     `@attached(extension, conformances:)`, by the same names.
  ///   - module: The module that the file belongs to.
  ///   - file: The file's name. The path that macros get ends in
  ///     `module/file`.
  public init(
    of source: String, macros: [String: any Macro.Type], conformances: [String: [String]] = [:],
    module: String = "TestModule", file: String = "Test.swift"
  ) {
    let specifications = macros.map { name, type in
      (name, MacroSpec(type: type, conformances: (conformances[name] ?? []).map { "\(raw: $0)" }))
    }
    let tree = Parser.parse(source: source)
    let context = BasicMacroExpansionContext(
      sourceFiles: [tree: .init(moduleName: module, fullFilePath: "/Sources/\(module)/\(file)")])
    let expandedTree = tree.expand(
      macroSpecs: Dictionary(uniqueKeysWithValues: specifications),
      contextGenerator: { node in
        BasicMacroExpansionContext(
          sharingWith: context, lexicalContext: node.allMacroLexicalContexts())
      },
      indentationWidth: .spaces(2))

    let reader = DiagnosticReader(source: source, context: context)
    let parserDiagnostics = ParseDiagnosticsGenerator.diagnostics(for: tree)
    fileID = "\(module)/\(file)"
    expandedSource = Self.normalized(expandedTree.description)
    diagnostics = (parserDiagnostics + context.diagnostics).map(reader.read)
    // A source that did not parse makes an expansion that does not.
    syntaxErrors = parserDiagnostics.isEmpty ? Self.syntaxErrors(in: expandedTree) : []
  }

  /// A text without white space at the ends of its lines, and without blank lines
  /// at its start and end.
  ///
  /// What is left differs only where Swift differs, except inside a multi-line
  /// string literal; write a space at the end of such a line as `\u{20}`.
  public static func normalized(_ text: String) -> String {
    var lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    for index in lines.indices {
      while lines[index].last?.isWhitespace == true { lines[index].removeLast() }
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.drop(while: \.isEmpty).joined(separator: "\n")
  }

  /// Parses the expanded text afresh, because the tree that the expansion was
  /// put together from can hide that its pieces do not fit.
  private static func syntaxErrors(in tree: Syntax) -> [String] {
    let parsed = Parser.parse(source: tree.description)
    return ParseDiagnosticsGenerator.diagnostics(for: parsed).map {
      DiagnosticsFormatter.annotatedSource(tree: parsed, diags: [$0])
    }
  }
}

extension MacroExpansion: CustomStringConvertible {
  /// The expansion as a report: the source, then what was said about it.
  public var description: String {
    var parts = ["\(fileID) expands to:", expandedSource.indented]
    if !diagnostics.isEmpty {
      parts += [
        "with diagnostics:", diagnostics.map(\.description.indented).joined(separator: "\n"),
      ]
    }
    if !syntaxErrors.isEmpty {
      parts += ["which is not Swift:", syntaxErrors.map(\.indented).joined(separator: "\n")]
    }
    return parts.joined(separator: "\n")
  }
}

extension String {
  /// The text with its lines two spaces further in.
  fileprivate var indented: String {
    split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : "  \($0)" }
      .joined(separator: "\n")
  }
}
