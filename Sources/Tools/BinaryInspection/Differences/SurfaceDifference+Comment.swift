import Spelling

extension SurfaceDifference {
  /// The first line of each comment, which no reader sees, and by which a later run finds
  /// the comment to replace.
  package static let commentMarker = "<!-- modkit diff -->"

  /// The difference as a comment on a pull request: breaking changes first, then the others
  /// by module, folded.
  ///
  /// Names cannot leave their cells, notify users or add markup. A comment that would be too
  /// long ends early, and its first paragraph has the number of the missing changes.
  ///
  /// - Parameter maximumLength: The length that it may have, in UTF-16 code units; at least
  ///   1,000.
  /// - Returns: Markdown that GitHub and GitLab render alike.
  /// - Complexity: O(*n*) in the changes.
  package func comment(maximumLength: Int) -> String {
    let head = "\(Self.commentMarker)\n## What modules declare\n\n"
    guard !changes.isEmpty else { return head + "Both builds declare the same.\n" }
    let sections = commentSections
    let whole = head + "\(summary).\n" + sections.map(\.text).joined()
    guard whole.utf16.count > maximumLength else { return whole }

    // Its length does not depend on how many of the changes are left out.
    let longest = cutNotice(omitting: changes.count, breaking: breaking.count)
    var room = maximumLength - (head + longest).utf16.count
    let kept = sections.map { $0.prefix(within: &room) }.prefix { !$0.rows.isEmpty }
    let shown = kept.reduce(0) { $0 + $1.rows.count }
    let shownBreaking = breaking.isEmpty ? 0 : kept.first?.rows.count ?? 0
    let notice = cutNotice(
      omitting: changes.count - shown, breaking: breaking.count - shownBreaking)
    return head + notice + kept.map(\.text).joined()
  }

  /// Returns the comment for a host, which is at most as long as it may be there.
  package func comment(for host: CommentHost) -> String {
    comment(maximumLength: host.maximumLength)
  }

  private func cutNotice(omitting count: Int, breaking: Int) -> String {
    """
    \(summary).

    **\(count) of the changes, \(breaking) of them breaking, are left out here, because a \
    comment has a greatest length.** `modkit diff` prints all of them.

    """
  }

  /// The breaking changes, then the others of each module.
  private var commentSections: [CommentSection] {
    var sections: [CommentSection] = []
    if !breaking.isEmpty { sections.append(CommentSection(breaking: breaking)) }
    let others = Dictionary(grouping: changes.filter { $0.breaks == nil }) { $0.module ?? "" }
    for (module, changes) in others.sorted(by: { $0.key < $1.key }) {
      sections.append(CommentSection(module: module, changes: changes))
    }
    return sections
  }
}
