package import SourceInspection

/// A range of a file.
package struct FileRange: Sendable, Hashable {
  package var path: String
  package var range: TextRange

  package init(path: String, range: TextRange) {
    self.path = path
    self.range = range
  }
}
