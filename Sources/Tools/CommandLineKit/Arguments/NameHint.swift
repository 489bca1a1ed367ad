import Spelling

/// The end of a message about a name that does not exist.
package enum NameHint {
  /// The names that may have been meant, or those that there are if they are few.
  ///
  /// - Parameters:
  ///   - name: What was written.
  ///   - names: What there is, in the order in which it is listed.
  /// - Returns: `; did you mean 'routes'?` or `; there are bash, zsh`, and nothing
  ///   where neither helps.
  package static func text(for name: String, among names: [String]) -> String {
    let nearest = EditDistance.nearest(to: name, among: names, atMost: 2)
      .map { "'\(EscapedText.line($0))'" }
    if !nearest.isEmpty { return "; did you mean \(nearest.joined(separator: " or "))?" }
    switch names.count {
    case 1: return "; there is \(EscapedText.line(names[0]))"
    case 2...8:
      return "; there are \(names.map(EscapedText.line).joined(separator: ", "))"
    default: return ""
    }
  }
}
