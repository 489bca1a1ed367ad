import Spelling

extension RuleParser {
  /// The next token, or `nil` at the end of the statement.
  var current: RuleToken? { position < tokens.count ? tokens[position] : nil }

  /// The position of the current token, or of the last one.
  var here: RuleSpot {
    (current ?? tokens.last)?.spot ?? RuleSpot(line: 1, column: 1)
  }

  /// Skips the current token if it is of a kind, and returns whether it was.
  mutating func take(_ kind: RuleToken.Kind) -> Bool {
    guard current?.kind == kind else { return false }
    position += 1
    return true
  }

  /// Returns the error for a token where something else is required.
  func unexpected(_ wanted: String, at token: RuleToken?) -> RuleError {
    guard let token else {
      return RuleError(
        .unexpectedWord, at: here,
        """
        the statement ends after \(tokens.last?.mention ?? "nothing"), but \(wanted) must follow. \
        Add it, or continue on the next line after white space.
        """)
    }
    return RuleError(
      .unexpectedWord, at: token.spot,
      "expected \(wanted) instead of \(token.mention).\(lineHint(token))")
  }

  /// Returns the error for a token that cannot continue a rule.
  func unexpectedClause(_ token: RuleToken) -> RuleError {
    if case .word(let word) = token.kind {
      if word == "via" || word == "because" {
        return RuleError(
          .misplaced, at: token.spot, "'\(word)' appears twice. Merge the two.")
      }
      let nearest = EditDistance.nearest(
        to: word, among: ["except", "via", "because"], atMost: 1)
      if !nearest.isEmpty {
        return RuleError(
          .unexpectedWord, at: token.spot,
          "'\(word)' means nothing here.\(NearestNames.question(nearest)) Correct the word.",
          suggestions: nearest)
      }
    }
    return unexpected("',', 'except', 'via', 'because' or the end of the rule", at: token)
  }

  /// Returns the error for a token that cannot start a statement.
  func unknownStatement(_ token: RuleToken) -> RuleError {
    guard case .word(let word) = token.kind else {
      return unexpected(
        "the first word of a statement, \(Rule.list(RuleText.statements, "or")),", at: token)
    }
    let nearest = EditDistance.nearest(to: word, among: RuleText.statements, atMost: 1)
    return RuleError(
      .unknownStatement, at: token.spot,
      """
      '\(word)' starts no statement.\(NearestNames.question(nearest)) A statement starts with \
      \(Rule.list(RuleText.statements, "or")). A line that continues the previous one starts with \
      white space.
      """, suggestions: nearest)
  }

  /// Returns the suggestion for an unexpected token.
  ///
  /// A keyword that starts statements, on a continued line, is probably indented by mistake.
  private func lineHint(_ token: RuleToken) -> String {
    guard case .word(let word) = token.kind, RuleText.statements.contains(word),
      token.spot.line != tokens.first?.spot.line
    else { return " Correct or remove it." }
    return
      " This indented line continues the previous one. To start a statement, remove the indentation."
  }
}

/// A token of a rule file.
struct RuleToken: Sendable, Hashable {
  /// The kind of a token.
  enum Kind: Sendable, Hashable {
    /// A name, a pattern or a keyword.
    case word(String)
    /// A string in quotes.
    case text(String)
    case arrow, comma, equals
  }

  let kind: Kind
  let spot: RuleSpot

  /// The token in messages.
  var mention: String {
    switch kind {
    case .word(let word): "'\(word)'"
    case .text(let text): RuleText.quoted(text)
    case .arrow: "'->'"
    case .comma: "','"
    case .equals: "'='"
    }
  }
}
