import ModuleGraph
import Spelling

/// Parts of tables in a comment.
///
/// All that comes from binaries is code, in which hosts look for no users, issues, links or
/// markup. An escape such as `&#64;` does not suffice: hosts look for users in the text that
/// has been rendered.
enum CommentCell {
  /// The number of characters of a name that are shown.
  static let longestName = 200
  /// The number of facts of a change that are shown.
  static let mostFacts = 8

  /// The first lines of a table.
  static let head = "| | what | where | how |\n|---|---|---|---|\n"

  static func row(_ change: SurfaceDifference.Change) -> String {
    let cells = [
      change.sort.rawValue, "\(word(change.kind)) \(code(change.name))",
      change.place.map { code("\($0)") } ?? "",
      ([change.breaks.map { "**\(sentence($0))**" }].compactMap(\.self)
        + facts(change.before, as: "was") + facts(change.after, as: "is"))
        .joined(separator: "<br>"),
    ]
    return "| \(cells.joined(separator: " | ")) |\n"
  }

  /// A name as code in HTML, where Markdown has no meaning.
  static func htmlCode(_ text: String) -> String {
    "<code>\(EscapedText.html(EscapedText.line(shortened(text))))</code>"
  }

  private static func facts(_ facts: [String], as word: String) -> [String] {
    let shown = facts.prefix(mostFacts).map { "\(word) \(code($0))" }
    let rest = facts.count - shown.count
    return rest == 0 ? shown : shown + ["\(word) \(rest) more"]
  }

  private static func code(_ text: String) -> String {
    EscapedText.markdownCode(shortened(text))
  }

  /// A name in a sentence; as code, unless it is a plain word.
  private static func word(_ text: String) -> String {
    text.utf8.allSatisfy(isPlain) && !text.isEmpty ? text : code(text)
  }

  /// A sentence of modkit; as code, if a name in it is no plain word.
  private static func sentence(_ text: String) -> String {
    let isOfWords = text.utf8.allSatisfy { byte in
      isPlain(byte) || byte == UInt8(ascii: " ") || byte == UInt8(ascii: ",")
    }
    return isOfWords ? text : code(text)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }

  /// The beginning of a text that is too long; by scalars, of which one character may have
  /// any number.
  private static func shortened(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard
      let end = scalars.index(
        scalars.startIndex, offsetBy: longestName, limitedBy: scalars.endIndex),
      end != scalars.endIndex
    else { return text }
    return String(scalars[..<end]) + "…"
  }
}
