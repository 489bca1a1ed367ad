package import SourceInspection

/// A line above a declaration: `3 callers · 1 wire`.
package struct CodeLens: Sendable, Hashable {
  package var range: TextRange
  package var title: String
  /// The uses that it counts.
  package var places: [FileRange]

  package init(range: TextRange, title: String, places: [FileRange]) {
    self.range = range
    self.title = title
    self.places = places
  }
}
