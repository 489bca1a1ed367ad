/// Text from files, in which hidden characters and commands of CI servers are spelled out.
///
/// Names in a file may hold anything: line breaks that forge a message, sequences that change the
/// terminal, marks that turn the direction of writing around, commands of CI servers, markup.
/// Everything here goes by Unicode scalars, never by characters: U+0600 and a following `<` are
/// one `Character`, which does not equal `<`.
package enum EscapedText {
  /// Returns a text as a line, or as a part of a line.
  ///
  /// Hidden characters are spelled out, as `\n` or `\u{1B}`. So are `::` at the start and the
  /// second half of `##`, which are commands to CI servers.
  package static func line(_ text: String) -> String {
    escaped(text, keepsLines: false)
  }

  /// Returns a text of several lines, in which other hidden characters are spelled out.
  package static func lines(_ text: String) -> String {
    escaped(text, keepsLines: true)
  }

  /// Returns a text between quotes, in which Graphviz finds nothing to interpret.
  package static func graphviz(_ text: String) -> String {
    var last: Unicode.Scalar?
    let escaped = replaced(text) { scalar in
      defer { last = scalar }
      return switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case "\n": "\\n"
      // A CI server takes two of them for a command; Graphviz knows HTML's entities.
      case "#" where last == "#": "&#35;"
      case _ where isHidden(scalar): " "
      default: nil
      }
    }
    return "\"\(escaped)\""
  }

  /// Returns a text between quotes, in which Mermaid finds nothing to interpret.
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

  /// Replaces the scalars for which a closure returns a text.
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
}

extension [String] {
  /// The number of texts of a long list that stand at its beginning and at its end.
  private static var spelledOut: Int { 16 }

  /// The texts of a list or a path in a message; of very many, those at the beginning and the
  /// end, and how many there are between them.
  package var shortened: [String] {
    guard count > 2 * Self.spelledOut + 1 else { return self }
    let middle = "… (\(count - 2 * Self.spelledOut) more) …"
    return prefix(Self.spelledOut) + [middle] + suffix(Self.spelledOut)
  }
}
