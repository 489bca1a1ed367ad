/// A part of a comment: a table with the text before and after it.
struct CommentSection {
  let opening: String
  let closing: String
  /// The rows of the table, each with its line break.
  var rows: [String]

  /// Creates the part with breaking changes, which is expanded.
  init(breaking changes: [SurfaceDifference.Change]) {
    opening = "\n### Breaking\n\n\(CommentCell.head)"
    closing = ""
    rows = changes.map(CommentCell.row)
  }

  /// Creates the folded part with the other changes of a module.
  init(module: String, changes: [SurfaceDifference.Change]) {
    let order = SurfaceDifference.Change.Sort.allCases
    let groups = order.map { sort in changes.filter { $0.sort == sort } }
    let counts = zip(order, groups).filter { !$1.isEmpty }
      .map { "\($1.count) \($0.rawValue)" }.joined(separator: ", ")
    let title = module.isEmpty ? "Without a module" : CommentCell.htmlCode(module)
    opening = """

      <details>
      <summary>\(title): \(counts)</summary>

      \(CommentCell.head)
      """
    closing = "\n</details>\n"
    rows = groups.joined().map(CommentCell.row)
  }

  var text: String { opening + rows.joined() + closing }

  /// Returns the section with as many rows as fit, and subtracts their length from the available
  /// length.
  ///
  /// If a row does not fit, the available length becomes zero, so that no later text appears in its
  /// place.
  func prefix(within room: inout Int) -> Self {
    var part = self
    part.rows = []
    var left = room - (opening + closing).utf16.count
    for row in rows {
      left -= row.utf16.count
      guard left >= 0 else {
        room = 0
        return part
      }
      part.rows.append(row)
    }
    room = left
    return part
  }
}
