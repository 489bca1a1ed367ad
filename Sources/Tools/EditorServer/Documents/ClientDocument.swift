import SourceInspection

/// A document that the client has opened, as it is typed.
struct ClientDocument: Sendable {
  /// The address that the client has for it.
  let uri: LSP.DocumentURI
  private(set) var version: Int?
  /// The text, with what it declares and names.
  private(set) var source: SourceFile
  /// A Boolean value that indicates whether the text differs from that of its file.
  private(set) var isEdited = false

  init(uri: LSP.DocumentURI, version: Int?, text: String) {
    self.uri = uri
    self.version = version
    source = SourceFile(text: text)
  }

  /// Applies edits, each to the text that those before it made.
  mutating func apply(
    _ changes: [LSP.DidChangeParams.ContentChange], version: Int?, in encoding: LineTable.Encoding
  ) {
    for change in changes { apply(change, in: encoding) }
    self.version = version ?? self.version
    isEdited = true
  }

  /// Notes that the text was written to its file.
  mutating func save() {
    isEdited = false
  }

  private mutating func apply(
    _ change: LSP.DidChangeParams.ContentChange, in encoding: LineTable.Encoding
  ) {
    guard let range = change.range else {
      source = SourceFile(text: change.text)
      return
    }
    let lines = source.lines
    func position(_ position: LSP.Position) -> TextPosition {
      lines.position(line: position.line, column: position.character, in: encoding)
    }
    let start = position(range.start)
    source.replace(TextRange(start, max(start, position(range.end))), with: change.text)
  }
}
