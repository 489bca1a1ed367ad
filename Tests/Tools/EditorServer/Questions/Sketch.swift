import SourceInspection

/// A source with a cursor: `‸` marks it, and is not part of the text.
struct Sketch {
  let file: SourceFile
  /// The position of the cursor, if the text has one.
  let cursor: TextPosition?

  init(_ marked: String) {
    var text = marked
    var cursor: TextPosition?
    if let mark = marked.firstIndex(of: "‸") {
      let before = marked[..<mark].utf8.split(
        separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      cursor = TextPosition(line: before.count - 1, column: before.last?.count ?? 0)
      text.remove(at: mark)
    }
    file = SourceFile(text: text)
    self.cursor = cursor
  }
}
