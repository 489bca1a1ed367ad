import Spelling

/// Markdown, put together line by line.
struct Markdown {
  private(set) var lines: [String] = []

  /// Adds a paragraph.
  mutating func paragraph(_ text: String) {
    if !lines.isEmpty { lines.append("") }
    lines.append(text)
  }

  /// Adds a list with its title; nothing if the list is empty.
  mutating func list(_ title: String, _ items: [String]) {
    guard !items.isEmpty else { return }
    paragraph("**\(title)**")
    lines.append("")
    lines += items.map { "- \($0)" }
  }

  var text: String { lines.joined(separator: "\n") }

  /// A text as code, with as many backticks around it as it needs.
  static func code(_ text: String) -> String {
    let text = text.isEmpty ? " " : EscapedText.line(text)
    var run = 0
    var longest = 0
    for character in text.utf8 {
      run = character == UInt8(ascii: "`") ? run + 1 : 0
      longest = max(longest, run)
    }
    let quotes = String(repeating: "`", count: longest + 1)
    let space = longest > 0 ? " " : ""
    return quotes + space + text + space + quotes
  }
}
