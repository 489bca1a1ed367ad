/// Escaping of strings from files, which makes hidden characters and commands of CI servers
/// visible.
///
/// Names in a file may contain line breaks that forge a message, terminal control sequences, marks
/// that change the writing direction, commands of CI servers, or markup. All functions process
/// Unicode scalars, not characters: U+0600 and a following `<` form one `Character`, which does not
/// equal `<`.
package enum EscapedText {
  /// Returns a string as a line, or as a part of a line.
  ///
  /// Hidden characters are escaped, such as `\n` or `\u{1B}`. So are `::` at the start and the
  /// second half of `##`, because CI servers interpret them as commands.
  package static func line(_ text: String) -> String {
    escaped(text, keepsLines: false)
  }

  /// Returns a string that keeps its line breaks, with other hidden characters escaped.
  package static func lines(_ text: String) -> String {
    escaped(text, keepsLines: true)
  }

  /// Returns a quoted string in which Graphviz interprets nothing.
  package static func graphviz(_ text: String) -> String {
    var last: Unicode.Scalar?
    let escaped = replaced(text) { scalar in
      defer { last = scalar }
      return switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case "\n": "\\n"
      // CI servers interpret two of them as a command. Graphviz supports HTML entities.
      case "#" where last == "#": "&#35;"
      case _ where isHidden(scalar): " "
      default: nil
      }
    }
    return "\"\(escaped)\""
  }

  /// Returns a quoted string in which Mermaid interprets nothing.
  package static func mermaid(_ text: String) -> String {
    let escaped = replaced(text) { scalar in
      switch scalar {
      case "\n": "<br/>"
      case "\"", "#", "<", ">", "&", "`", "\\", "%", ";", "|": "#\(scalar.value);"
      case _ where isHidden(scalar): " "
      default: nil
      }
    }
    return "\"\(escaped)\""
  }

  /// Replaces the scalars for which a closure returns a string.
  package static func replaced(
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

  private static func escaped(_ text: String, keepsLines: Bool) -> String {
    if isPlain(text) { return text }
    var line = String.UnicodeScalarView()
    // Whether the current line contains only white space, and the last scalar.
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

  /// Returns whether a string needs no escaping, which is true for nearly all strings.
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

  /// Returns a scalar as in a Swift literal: `\n`, `\u{1B}`.
  package static func spelledOut(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    }
  }

  /// Returns whether a scalar is invisible and changes how other scalars are shown.
  ///
  /// The two joiners are allowed, because scripts and emoji need them.
  package static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F }
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: return true
    case .format: return scalar != "\u{200C}" && scalar != "\u{200D}"
    default: return false
    }
  }
}

extension [String] {
  /// The number of elements that are kept at each end of a long list.
  private static var spelledOut: Int { 16 }

  /// The strings of a list or a path for a message.
  ///
  /// If the list is long, it has the elements at both ends, and the number of elements between
  /// them.
  package var shortened: [String] {
    guard count > 2 * Self.spelledOut + 1 else { return self }
    let middle = "… (\(count - 2 * Self.spelledOut) more) …"
    return prefix(Self.spelledOut) + [middle] + suffix(Self.spelledOut)
  }
}
