/// The smallest part of a rule file that means something.
struct RuleToken: Sendable, Hashable {
  /// The kind of a token.
  enum Kind: Sendable, Hashable {
    /// A name, a pattern or a word that means something.
    case word(String)
    /// A text in quotes.
    case text(String)
    case arrow, comma, equals
  }

  let kind: Kind
  let spot: RuleSpot

  /// The token as messages name it.
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
