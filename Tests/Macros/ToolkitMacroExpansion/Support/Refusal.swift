import Testing
import ToolkitMacroTestSupport

/// A source, what is said about it and where, and what fix-its make of it.
struct Refusal: Sendable, CustomTestStringConvertible {
  var source: String
  var message: String
  var line = 1
  var column: Int
  var fixed: [String] = []

  var testDescription: String { source }

  /// Expects that an expansion of the source says just this.
  func check(_ expansion: MacroExpansion, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(expansion.diagnostics.count == 1, "\(expansion)", sourceLocation: sourceLocation)
    guard let diagnostic = expansion.diagnostics.first else { return }
    #expect(
      diagnostic.message.contains(message), "\(expansion)", sourceLocation: sourceLocation)
    #expect(diagnostic.location?.line == line, "\(expansion)", sourceLocation: sourceLocation)
    #expect(diagnostic.location?.column == column, "\(expansion)", sourceLocation: sourceLocation)
    #expect(
      diagnostic.fixIts.map(\.fixedSource) == fixed, "\(expansion)", sourceLocation: sourceLocation)
  }
}
