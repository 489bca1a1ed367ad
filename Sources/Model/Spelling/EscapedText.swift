/// Text from files, escaped for where it is written: a terminal, a log of a CI
/// server, JSON, HTML, Markdown.
///
/// Names in a file may hold anything: line breaks that forge a message, sequences
/// that change the terminal, marks that turn the direction of writing around,
/// commands of CI servers, markup. Everything here goes by Unicode scalars, never by
/// characters: U+0600 and the `<` behind it are one `Character`, which equals no `<`.
package enum EscapedText {
  // MARK: Lines

  /// A text as a line, or as a part of one.
  ///
  /// What cannot be seen is spelled out, as `\n` or `\u{1B}`. So are `::` at the
  /// beginning and the second half of `##`, which are commands to CI servers.
  package static func line(_ text: String) -> String {
    escaped(text, keepsLines: false)
  }

  /// A text of several lines of our own, in which nothing else is left that cannot be
  /// seen.
  package static func lines(_ text: String) -> String {
    escaped(text, keepsLines: true)
  }

  private static func escaped(_ text: String, keepsLines: Bool) -> String {
    if isPlain(text) { return text }
    var line = String.UnicodeScalarView()
    // Of the line so far, whether it is white space only, and its last scalar.
    var isBlank = true
    var last: Unicode.Scalar?
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\n" where keepsLines:
        line.append(scalar)
        isBlank = true
        last = nil
        continue
      case ":" where isBlank && rest.first == ":", "#" where last == "#":
        line.append(contentsOf: spelledOut(scalar).unicodeScalars)
      case _ where isHidden(scalar): line.append(contentsOf: spelledOut(scalar).unicodeScalars)
      default: line.append(scalar)
      }
      if !scalar.properties.isWhitespace { isBlank = false }
      last = scalar
    }
    return String(line)
  }

  /// A Boolean value that indicates whether a text needs no escaping, as nearly all
  /// do.
  private static func isPlain(_ text: String) -> Bool {
    var last: UInt8 = 0
    for byte in text.utf8 {
      guard (0x20..<0x7F).contains(byte), byte != UInt8(ascii: "#") || last != byte,
        byte != UInt8(ascii: ":") || last != byte
      else { return false }
      last = byte
    }
    return true
  }

  /// A scalar as literals of Swift have it: `\n`, `\u{1B}`.
  package static func spelledOut(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    }
  }

  /// A Boolean value that indicates whether a scalar changes how others look without
  /// being seen itself.
  ///
  /// The two joiners are none of these: scripts and emoji need them.
  package static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F }
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: return true
    case .format: return scalar != "\u{200C}" && scalar != "\u{200D}"
    default: return false
    }
  }

  // MARK: Formats

  /// JSON in which nothing is left that cannot be seen but its own line breaks.
  ///
  /// - Parameters:
  ///   - json: The JSON, which has such scalars in its strings only.
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

  /// A part of a text as strings in JSON have it: `\u003c`.
  private static func unit(_ unit: UInt16) -> [UInt8] {
    let digits = String(unit, radix: 16)
    return Array("\\u\(String(repeating: "0", count: 4 - digits.utf8.count))\(digits)".utf8)
  }

  /// A text that stands for itself in HTML, also in the value of an attribute.
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

  /// A text that stands for itself in a cell of a table of Markdown.
  package static func markdown(_ text: String) -> String {
    replaced(line(text)) { scalar in
      switch scalar {
      case "\\", "`", "*", "_", "~", "|", "<", ">", "&", "[", "]", "#", "@", "!", "$":
        "&#\(scalar.value);"
      default: nil
      }
    }
  }

  /// A text as code in a table of Markdown, where a bar would end the cell.
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

  /// A text in a command of GitHub Actions.
  ///
  /// - Parameters:
  ///   - text: The text; in a message, its lines stay lines.
  ///   - isProperty: Whether it is the value of a property and not the message.
  /// - Returns: The text as it stands in the command.
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

  private static func replaced(
    _ text: String, by replacement: (Unicode.Scalar) -> String?
  ) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if let replacement = replacement(scalar) {
        result.append(contentsOf: replacement.unicodeScalars)
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }
}
