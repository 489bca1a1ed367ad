/// A part of a comment: a table with what stands above and below it.
struct CommentSection {
  let opening: String
  let closing: String
  /// The rows of the table, each with its line break.
  var rows: [String]

  /// Makes the part for changes that break something, which is open.
  init(breaking changes: [SurfaceDifference.Change]) {
    opening = "\n### Breaking\n\n\(CommentCell.head)"
    closing = ""
    rows = changes.map(CommentCell.row)
  }

  /// Makes the folded part for the other changes of a module.
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

  /// Returns the section with as many of its rows as there is room for, and takes their
  /// length from the room.
  ///
  /// Once a row has no room, the room is zero: what follows must not stand before it.
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
