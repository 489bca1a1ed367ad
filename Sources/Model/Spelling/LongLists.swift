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
