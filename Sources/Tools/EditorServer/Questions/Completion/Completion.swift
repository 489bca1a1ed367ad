package import SourceInspection

/// A proposal for the rest of a name.
package struct Completion: Sendable, Hashable {
  /// The text in the list.
  package var label: String
  /// The range that the text replaces.
  package var range: TextRange
  /// The text to insert: with tab stops such as `${1:id}` if it is a snippet.
  package var newText: String
  package var isSnippet: Bool
  package var role: NameRole
  package var detail: String?
  package var documentation: String?

  package init(
    label: String, range: TextRange, newText: String, isSnippet: Bool = false, role: NameRole,
    detail: String? = nil, documentation: String? = nil
  ) {
    self.label = label
    self.range = range
    self.newText = newText
    self.isSnippet = isSnippet
    self.role = role
    self.detail = detail
    self.documentation = documentation
  }
}
