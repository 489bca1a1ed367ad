extension LSP {
  /// A text in place of a range.
  package struct TextEdit: Sendable, Hashable, Encodable {
    package var range: Range
    package var newText: String

    package init(range: Range, newText: String) {
      self.range = range
      self.newText = newText
    }
  }

  /// Edits of several documents, by their addresses.
  package struct WorkspaceEdit: Sendable, Hashable, Encodable {
    package var changes: [String: [TextEdit]]

    package init(changes: [String: [TextEdit]]) {
      self.changes = changes
    }
  }

  /// A change that the client offers, such as the fix of a diagnostic.
  package struct CodeAction: Sendable, Hashable, Encodable {
    package static let quickFix = "quickfix"

    package var title: String
    package var kind = quickFix
    package var diagnostics: [Diagnostic]
    package var edit: WorkspaceEdit

    package init(title: String, diagnostics: [Diagnostic], edit: WorkspaceEdit) {
      self.title = title
      self.diagnostics = diagnostics
      self.edit = edit
    }
  }
}
