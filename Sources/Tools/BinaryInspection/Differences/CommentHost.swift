/// A host of pull requests or merge requests.
package enum CommentHost: String, Sendable, CaseIterable {
  case github
  case gitlab

  /// The length that a comment may have, in UTF-16 code units.
  ///
  /// The hosts count characters, of which a text never has more than code units.
  package var maximumLength: Int {
    switch self {
    case .github: 65_536
    case .gitlab: 1_000_000
    }
  }
}
