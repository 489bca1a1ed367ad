extension LSP {
  /// A text in Markdown.
  package struct MarkupContent: Sendable, Hashable, Encodable {
    package var kind = "markdown"
    package var value: String

    package init(markdown: String) {
      value = markdown
    }
  }

  /// The description of a name.
  package struct Hover: Sendable, Hashable, Encodable {
    package var contents: MarkupContent
    package var range: Range

    package init(markdown: String, range: Range) {
      contents = MarkupContent(markdown: markdown)
      self.range = range
    }
  }
}
