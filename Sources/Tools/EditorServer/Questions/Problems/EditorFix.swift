/// A change that removes a problem.
package struct EditorFix: Sendable, Hashable {
  package var title: String
  package var edits: [FileEdit]

  package init(title: String, edits: [FileEdit]) {
    self.title = title
    self.edits = edits
  }
}
