package import SourceInspection

/// The facts about a name, as Markdown.
package struct Hover: Sendable, Hashable {
  package var range: TextRange
  package var markdown: String

  package init(range: TextRange, markdown: String) {
    self.range = range
    self.markdown = markdown
  }
}
