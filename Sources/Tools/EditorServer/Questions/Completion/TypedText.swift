import SourceInspection

/// The name at the cursor as far as it is typed.
struct TypedText {
  /// All of the name.
  let content: String
  /// The part before the cursor.
  let before: String
  let range: TextRange
  private let match: FuzzyMatch

  init(content: String, before: String, range: TextRange) {
    self.content = content
    self.before = before
    self.range = range
    match = FuzzyMatch(before)
  }

  /// Returns whether the characters before the cursor are in a name, in their order.
  func matches(_ name: String) -> Bool { before.isEmpty || match.score(name) != nil }
}
