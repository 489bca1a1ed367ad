/// A text that replaces a range.
package struct FileEdit: Sendable, Hashable {
  package var place: FileRange
  package var newText: String

  package init(_ place: FileRange, _ newText: String) {
    self.place = place
    self.newText = newText
  }
}
