import Spelling

// Apart from the target Spelling, because only exports and reports write these formats.
extension EscapedText {
  /// Returns JSON without hidden characters, except its line breaks.
  ///
  /// - Parameters:
  ///   - json: The JSON, which has such characters in its strings only.
  ///   - isInHTML: Whether it stands in a `<script>`, whose end must not be in it.
  /// - Returns: JSON of the same value.
  package static func json(_ json: String, isInHTML: Bool = false) -> String {
    func isEscaped(_ byte: UInt8, after last: UInt8?) -> Bool {
      switch byte {
      case UInt8(ascii: "\n"): false
      case UInt8(ascii: "<"), UInt8(ascii: "&"): isInHTML
      case UInt8(ascii: "#"): last == byte
      default: byte < 0x20 || byte == 0x7F
      }
    }
    var last: UInt8?
    // Most JSON has nothing to escape, and some has megabytes.
    let isPlain = json.utf8.allSatisfy { byte in
      defer { last = byte }
      return byte < 0x80 && !isEscaped(byte, after: last)
    }
    if isPlain { return json }
    last = nil
    var escaped: [UInt8] = []
    escaped.reserveCapacity(json.utf8.count)
    for scalar in json.unicodeScalars {
      if let byte = UInt8(exactly: scalar.value), byte < 0x80 {
        if isEscaped(byte, after: last) {
          escaped += unit(UInt16(byte))
        } else {
          escaped.append(byte)
        }
        last = byte
      } else {
        last = nil
        if isHidden(scalar) {
          for part in String(scalar).utf16 { escaped += unit(part) }
        } else {
          escaped += UTF8.encode(scalar).map { Array($0) } ?? []
        }
      }
    }
    return String(decoding: escaped, as: UTF8.self)
  }

  /// Returns a code unit as strings in JSON have it: `\u003c`.
  private static func unit(_ unit: UInt16) -> [UInt8] {
    let digits = String(unit, radix: 16)
    return Array("\\u\(String(repeating: "0", count: 4 - digits.utf8.count))\(digits)".utf8)
  }

  /// Returns a text without markup of HTML, also for the value of an attribute.
  package static func html(_ text: String) -> String {
    replaced(text) { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case "'": "&#39;"
      default: nil
      }
    }
  }

  /// Returns a text without markup, for a cell of a table in Markdown.
  package static func markdown(_ text: String) -> String {
    replaced(line(text)) { scalar in
      switch scalar {
      case "\\", "`", "*", "_", "~", "|", "<", ">", "&", "[", "]", "#", "@", "!", "$":
        "&#\(scalar.value);"
      default: nil
      }
    }
  }

  /// Returns a text as code, for a cell of a table in Markdown, which a bar would end.
  package static func markdownCode(_ text: String) -> String {
    // Two quotes with nothing between them are no code.
    let text = text.isEmpty ? " " : line(text)
    var run = 0
    var longest = 0
    for byte in text.utf8 {
      run = byte == UInt8(ascii: "`") ? run + 1 : 0
      longest = max(longest, run)
    }
    let quotes = String(repeating: "`", count: longest + 1)
    let space = longest > 0 ? " " : ""
    var last: Unicode.Scalar?
    let code = replaced(text) { scalar in
      defer { last = scalar }
      guard scalar == "|" else { return nil }
      // Behind a backslash, a second one would only stand for the first.
      return last == "\\" ? "\\u{7C}" : "\\|"
    }
    return quotes + space + code + space + quotes
  }

  /// Returns a text for a command of GitHub Actions.
  ///
  /// - Parameters:
  ///   - text: The text. In a message, its lines stay lines.
  ///   - isProperty: Whether it is the value of a property and not the message.
  /// - Returns: The escaped text.
  package static func workflowCommand(_ text: String, isProperty: Bool) -> String {
    replaced(text) { scalar in
      switch scalar {
      case "%": "%25"
      case "\r": "%0D"
      case "\n": "%0A"
      case ":" where isProperty: "%3A"
      case "," where isProperty: "%2C"
      case _ where isHidden(scalar): spelledOut(scalar)
      default: nil
      }
    }
  }
}
