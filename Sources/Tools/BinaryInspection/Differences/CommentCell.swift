import ModuleGraph
import Spelling

/// Creates parts of tables in a comment.
///
/// All text from binaries is written as code, in which hosts do not recognize users, issues, links
/// or markup. An escape such as `&#64;` is not sufficient, because hosts search for users in the
/// rendered text.
enum CommentCell {
  /// The maximum length of a name in characters.
  static let longestName = 200
  /// The maximum number of facts of a change.
  static let mostFacts = 8

  /// The first lines of a table.
  static let head = "| | what | where | how |\n|---|---|---|---|\n"

  static func row(_ change: SurfaceDifference.Change) -> String {
    let cells = [
      change.sort.rawValue, "\(word(change.kind)) \(code(change.name))",
      change.place.map { code("\($0)") } ?? "",
      ([change.reason.map { "**\(change.level.words)**: \(sentence($0))" }].compactMap(\.self)
        + facts(change.before, as: "was") + facts(change.after, as: "is"))
        .joined(separator: "<br>"),
    ]
    return "| \(cells.joined(separator: " | ")) |\n"
  }

  /// Returns a name as code in HTML, in which Markdown has no meaning.
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

  /// Returns a name for a sentence.
  ///
  /// Unless it is a plain word, it is written as code.
  private static func word(_ text: String) -> String {
    text.utf8.allSatisfy(isPlain) && !text.isEmpty ? text : code(text)
  }

  /// Returns a sentence of modkit.
  ///
  /// If a name in it is not a plain word, the sentence is written as code.
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

  /// Returns the start of a text that is too long.
  ///
  /// This counts scalars, because a character can consist of any number of these.
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
