import SwiftDiagnostics
import SwiftParser
import SwiftParserDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
public import SwiftSyntaxMacros

/// The result of expanding the macros in a source: the expanded source and the diagnostics.
///
/// ```swift
/// let expansion = MacroExpansion(
///   of: "let area = #product(6, 7)", macros: ["product": ProductMacro.self])
/// #expect(expansion.expandedSource == "let area = 6 * 7")
/// #expect(expansion.diagnostics.isEmpty)
/// ```
///
/// Macros are expanded in this process, without a compiler or a plugin, and only with their syntax.
/// Types are not checked, macros of the standard library are not expanded, and macros are found by
/// their names without a module.
public struct MacroExpansion: Sendable, Hashable {
  /// The expanded file, in the format of `#fileID`: `Shop/Cart.swift`.
  public let fileID: String

  /// The source after the expansion, in the form of ``normalized(_:)``.
  public let expandedSource: String

  /// The syntax errors in the source, followed by the diagnostics of the macros in their order.
  public let diagnostics: [ExpandedDiagnostic]

  /// The syntax errors in the expanded source, each with its surrounding lines.
  ///
  /// It is empty unless a macro created invalid Swift code.
  public let syntaxErrors: [String]

  /// Expands the macros in a source.
  ///
  /// - Parameters:
  ///   - source: The text of a whole file.
  ///   - macros: The implementations, by their names in the source, without `#` or `@`.
  ///   - conformances: The protocols that the declaration of a macro lists in
  ///     `@attached(extension, conformances:)`, by the same names.
  ///   - module: The module of the file.
  ///   - file: The name of the file. The path that macros receive ends with `module/file`.
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
    // If the source is invalid, the expansion is invalid, too.
    syntaxErrors = parserDiagnostics.isEmpty ? Self.syntaxErrors(in: expandedTree) : []
  }

  /// Returns a text without white space at the ends of its lines, and without blank lines at its
  /// start and end.
  ///
  /// Normalized texts only differ if the Swift code differs, except in multi-line string literals.
  /// Write a space at the end of such a line as `\u{20}`.
  public static func normalized(_ text: String) -> String {
    var lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    for index in lines.indices {
      while lines[index].last?.isWhitespace == true { lines[index].removeLast() }
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.drop(while: \.isEmpty).joined(separator: "\n")
  }

  /// Parses the expanded text again, because the tree of the expansion may not show that its parts
  /// do not match.
  private static func syntaxErrors(in tree: Syntax) -> [String] {
    let parsed = Parser.parse(source: tree.description)
    return ParseDiagnosticsGenerator.diagnostics(for: parsed).map {
      DiagnosticsFormatter.annotatedSource(tree: parsed, diags: [$0])
    }
  }
}

extension MacroExpansion: CustomStringConvertible {
  /// The expansion as a report with the source and the diagnostics.
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
  /// The text, indented by two spaces.
  fileprivate var indented: String {
    split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : "  \($0)" }
      .joined(separator: "\n")
  }
}
