import EditorProtocol
import SourceReading

/// A document that the client has opened, as it is typed.
struct OpenDocument: Sendable {
  /// The address that the client has for it.
  let uri: LSP.DocumentURI
  private(set) var version: Int?
  private(set) var text: String
  /// A Boolean value that indicates whether the text differs from that of its file.
  private(set) var isEdited = false
  /// The text as it was read last; `nil` after an edit.
  private var source: SourceFile?

  init(_ item: LSP.DidOpenParams.TextDocumentItem) {
    uri = item.uri
    version = item.version
    text = item.text
  }

  /// The lines of the text; `nil` if it was not read since an edit.
  var lines: LineTable? { source?.lines }

  /// Applies edits, each to the text that those before it made.
  mutating func apply(_ edits: LSP.DidChangeParams, in encoding: LineTable.Encoding) {
    for change in edits.contentChanges { apply(change, in: encoding) }
    version = edits.textDocument.version ?? version
    isEdited = true
    source = nil
  }

  /// Notes that the text was written to its file.
  mutating func save() {
    isEdited = false
  }

  /// Reads the text, if it has been edited since it was read.
  mutating func read() -> SourceFile {
    if let source { return source }
    let source = SourceFile(text: text)
    self.source = source
    return source
  }

  private mutating func apply(
    _ change: LSP.DidChangeParams.ContentChange, in encoding: LineTable.Encoding
  ) {
    guard let range = change.range else {
      text = change.text
      return
    }
    let lines = LineTable(text)
    func offset(_ position: LSP.Position) -> Int {
      lines.offset(
        of: lines.position(line: position.line, column: position.character, in: encoding))
    }
    let start = offset(range.start)
    let end = max(start, offset(range.end))
    // By bytes: a position in the midst of a character must not end the process.
    let bytes = text.utf8
    text = String(
      decoding: Array(bytes.prefix(start)) + change.text.utf8 + bytes.dropFirst(end),
      as: UTF8.self)
  }
}
