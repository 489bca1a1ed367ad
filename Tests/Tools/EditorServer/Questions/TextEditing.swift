import EditorServer
import SourceInspection

/// Edits of files, applied to their texts as an editor does.
enum TextEditing {
  static func applied(_ edits: [FileEdit], to texts: [String: String]) -> [String: String] {
    var texts = texts
    let lastFirst = edits.sorted { $1.place.range.start < $0.place.range.start }
    for edit in lastFirst {
      guard let text = texts[edit.place.path] else { continue }
      var bytes = Array(text.utf8)
      let range = edit.place.range
      bytes.replaceSubrange(
        offset(of: range.start, in: bytes)..<offset(of: range.end, in: bytes),
        with: edit.newText.utf8)
      texts[edit.place.path] = String(decoding: bytes, as: UTF8.self)
    }
    return texts
  }

  private static func offset(of position: TextPosition, in bytes: [UInt8]) -> Int {
    var line = 0
    var offset = 0
    while line < position.line, offset < bytes.count {
      if bytes[offset] == UInt8(ascii: "\n") { line += 1 }
      offset += 1
    }
    return offset + position.column
  }
}
