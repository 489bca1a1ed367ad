import SourceReading

/// The name at the cursor as far as it is typed.
struct TypedText {
  /// All of the name.
  let content: String
  /// The part before the cursor.
  let before: String
  let range: TextRange

  /// Returns whether the characters before the cursor are in a name, in their order.
  func matches(_ name: String) -> Bool {
    before.isEmpty || FuzzyMatch(before).score(name) != nil
  }
}
