/// The syntax of names and quoted strings in a rule file.
enum RuleText {
  /// The keywords, which can only be names in quotes.
  static let reserved: Set<String> = Set(statements).union([
    "not", "nothing", "except", "via", "because", "cycles", "among",
  ]).union(Rule.Severity.allCases.map(\.rawValue))

  /// The keywords that start a statement.
  static let statements = ["forbid", "group", "only", "optional", "require"]

  /// Returns whether a name can be written without quotes.
  static func isPlain(_ name: String) -> Bool {
    let scalars = name.unicodeScalars
    guard !scalars.isEmpty, !reserved.contains(name), !name.contains("->") else { return false }
    return scalars.allSatisfy { isPlain($0) && $0 != "*" }
  }

  /// Returns whether a scalar is allowed in a name without quotes.
  static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_", ".", "-", "+", "*": true
    default: !scalar.isASCII && !isHidden(scalar) && !scalar.properties.isWhitespace
    }
  }

  /// Returns whether a scalar is invisible and therefore written as a number.
  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned,
      .surrogate:
      true
    default: false
    }
  }

  /// Returns a string in quotes, with escapes that keep it on one line.
  static func quoted(_ text: String) -> String {
    var quoted = "\"".unicodeScalars
    for scalar in text.unicodeScalars {
      switch scalar {
      // CI servers interpret `##` as the start of a command.
      case "#" where quoted.last == "#": quoted.append(contentsOf: "\\u{23}".unicodeScalars)
      case "\"", "\\": quoted.append(contentsOf: "\\\(scalar)".unicodeScalars)
      case "\n": quoted.append(contentsOf: "\\n".unicodeScalars)
      case "\t": quoted.append(contentsOf: "\\t".unicodeScalars)
      case _ where isHidden(scalar):
        let digits = String(scalar.value, radix: 16)
        quoted.append(contentsOf: "\\u{\(digits)}".unicodeScalars)
      default: quoted.append(scalar)
      }
    }
    quoted.append("\"")
    return String(quoted)
  }
}
