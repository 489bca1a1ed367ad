extension DetailValue {
  /// Parses JSON, or returns `nil` if the text is not valid.
  package init?(json: String) {
    var parser = DetailParser(json)
    guard let value = parser.parse() else { return nil }
    self = value
  }
}
