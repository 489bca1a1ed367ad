/// Splits the text of a rule file into statements and their tokens.
///
/// An indented line continues the statement above it.
struct RuleLexer {
  /// The tokens of a statement, as far as they could be read.
  struct Statement {
    var tokens: [RuleToken]
    /// The errors for the parts that are not tokens.
    var errors: [RuleError] = []
  }

  private(set) var statements: [Statement] = []

  /// The errors before the first statement.
  private(set) var errors: [RuleError] = []

  private let scalars: [Unicode.Scalar]
  private var position = 0
  private var line = 1
  private var lineStart = 0

  /// Splits a text into statements.
  ///
  /// - Complexity: O(*n*)
  init(_ text: String) {
    var scalars = Array(text.unicodeScalars)
    // Some editors write a byte order mark at the start of a file.
    if scalars.first == "\u{FEFF}" { scalars.removeFirst() }
    self.scalars = scalars
    while position < scalars.count { readLine() }
  }

  private var current: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

  private var spot: RuleSpot { RuleSpot(line: line, column: position - lineStart + 1) }

  private var isAtLineEnd: Bool { current == nil || current == "\n" || current == "\r" }

  private var isAtArrow: Bool {
    current == "-" && position + 1 < scalars.count && scalars[position + 1] == ">"
  }

  private mutating func readLine() {
    let isIndented = current?.properties.isWhitespace ?? false
    var isFirst = true
    while true {
      while let scalar = current, !isAtLineEnd, scalar.properties.isWhitespace { position += 1 }
      if isAtLineEnd || current == "#" { break }
      if isFirst, !isIndented { statements.append(Statement(tokens: [])) }
      if isFirst, isIndented, statements.isEmpty {
        errors.append(
          RuleError(
            .looseContinuation, at: spot,
            """
            an indented line continues the statement above it, but no statement precedes it. Remove \
            the indentation.
            """))
        statements.append(Statement(tokens: []))
      }
      isFirst = false
      readToken()
    }
    while !isAtLineEnd { position += 1 }
    if current == "\r", position + 1 < scalars.count, scalars[position + 1] == "\n" {
      position += 1
    }
    position += 1
    line += 1
    lineStart = position
  }

  private mutating func readToken() {
    let start = spot
    if isAtArrow {
      position += 2
      append(.arrow, at: start)
      return
    }
    switch current {
    case ",":
      position += 1
      append(.comma, at: start)
    case "=":
      position += 1
      append(.equals, at: start)
    case "\"": readText()
    default: readWord()
    }
  }

  private mutating func readWord() {
    let (start, first) = (spot, position)
    while let scalar = current, RuleText.isPlain(scalar), !isAtArrow { position += 1 }
    guard position > first else {
      let scalar = scalars[position]
      position += 1
      fail(
        .unexpectedCharacter, at: start,
        """
        \(RuleText.quoted(String(scalar))) cannot be in a rule. \(scalar == ">"
          ? "Write an arrow as '->'." : "Remove it, or put a name that contains it in quotes.")
        """)
      return
    }
    var word = String.UnicodeScalarView()
    word.append(contentsOf: scalars[first..<position])
    append(.word(String(word)), at: start)
  }

  private mutating func readText() {
    let start = spot
    position += 1
    var text = String.UnicodeScalarView()
    while !isAtLineEnd, let scalar = current {
      position += 1
      switch scalar {
      case "\"":
        append(.text(String(text)), at: start)
        return
      case "\\":
        guard let escaped = readEscape() else { return }
        text.append(escaped)
      default: text.append(scalar)
      }
    }
    fail(.invalidText, at: start, "this string does not end on its line. Add '\"' at its end.")
  }

  /// Reads the rest of an escape, and returns its scalar.
  ///
  /// If the escape is invalid, skips the rest of the line.
  private mutating func readEscape() -> Unicode.Scalar? {
    let start = RuleSpot(line: line, column: position - lineStart)
    let letter = isAtLineEnd ? nil : current
    if letter != nil { position += 1 }
    switch letter {
    case "\"", "\\": return letter
    case "n": return "\n"
    case "t": return "\t"
    case "u":
      guard current == "{" else { break }
      position += 1
      var digits = ""
      while let scalar = current, scalar.properties.isASCIIHexDigit, digits.count < 8 {
        digits.unicodeScalars.append(scalar)
        position += 1
      }
      guard current == "}" else { break }
      position += 1
      if let value = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(value) {
        return scalar
      }
    default: break
    }
    while !isAtLineEnd { position += 1 }
    fail(
      .invalidText, at: start,
      #"this '\' escapes nothing. Write '\"', '\\', '\n', '\t' or '\u{41}'. A backslash is '\\'."#
    )
    return nil
  }

  private mutating func append(_ kind: RuleToken.Kind, at spot: RuleSpot) {
    statements[statements.count - 1].tokens.append(RuleToken(kind: kind, spot: spot))
  }

  private mutating func fail(_ code: RuleError.Code, at spot: RuleSpot, _ message: String) {
    statements[statements.count - 1].errors.append(RuleError(code, at: spot, message))
  }
}
