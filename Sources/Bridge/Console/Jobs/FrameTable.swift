/// Rows and columns of a frame, which leaves columns out where there is no room for all.
///
/// Every character counts as one column of the screen.
struct FrameTable {
  /// A column, and what becomes of it where there is little room.
  struct Column {
    let title: String
    /// Of two columns the one of less importance is left out first.
    let importance: Int
    /// A Boolean value that indicates whether its cells end at the right edge.
    let isNumber: Bool
    /// The width that it is cut to before others are left out, or `nil` if it is never cut.
    let least: Int?

    static func number(_ title: String, importance: Int) -> Column {
      Column(title: title, importance: importance, isNumber: true, least: nil)
    }

    static func text(_ title: String, importance: Int, least: Int? = nil) -> Column {
      Column(title: title, importance: importance, isNumber: false, least: least)
    }
  }

  private static let gap = 2

  let columns: [Column]
  let rows: [[String]]

  /// The heading and the rows as lines of at most a width.
  func lines(width: Int) -> [String] {
    let natural = columns.indices.map { column in
      rows.reduce(columns[column].title.count) { max($0, $1[column].count) }
    }
    let shown = fitting(natural, in: width)
    let widths = narrowed(natural, of: shown, to: width)
    let headings = columns.map(\.title)
    return ([headings] + rows).map { cells in
      line(shown.map { (cells[$0], widths[$0], columns[$0].isNumber) }).cut(to: width)
    }
  }

  /// Returns the columns for which there is room, in their order.
  private func fitting(_ natural: [Int], in width: Int) -> [Int] {
    var shown = Array(columns.indices)
    func needed() -> Int {
      shown.reduce(Self.gap * (shown.count - 1)) { sum, column in
        sum + min(natural[column], columns[column].least ?? natural[column])
      }
    }
    while shown.count > 1, needed() > width,
      let least = shown.min(by: { columns[$0].importance < columns[$1].importance })
    {
      shown.removeAll { $0 == least }
    }
    return shown
  }

  /// Returns the widths of all columns, with those that may be cut as wide as there is room.
  private func narrowed(_ natural: [Int], of shown: [Int], to width: Int) -> [Int] {
    var widths = natural
    var excess = shown.reduce(Self.gap * (shown.count - 1)) { $0 + natural[$1] } - width
    let candidates = shown.filter { columns[$0].least != nil }
    while excess > 0,
      let widest = candidates.filter({ widths[$0] > (columns[$0].least ?? 0) })
        .max(by: { widths[$0] < widths[$1] })
    {
      widths[widest] -= 1
      excess -= 1
    }
    return widths
  }

  private func line(_ cells: [(text: String, width: Int, isNumber: Bool)]) -> String {
    var line = ""
    for (position, cell) in cells.enumerated() {
      if position > 0 { line += String(repeating: " ", count: Self.gap) }
      let text = cell.text.cut(to: cell.width)
      let padding = String(repeating: " ", count: cell.width - text.count)
      line += cell.isNumber ? padding + text : text + padding
    }
    while line.last == " " { line.removeLast() }
    return line
  }
}

extension String {
  /// The text if it is no longer than a number of characters, or its beginning and an ellipsis.
  func cut(to width: Int) -> String {
    guard count > width else { return self }
    return width > 0 ? prefix(width - 1) + "…" : ""
  }

  /// The words of the text in lines of at most a number of characters; a longer word is cut.
  func wrapped(to width: Int) -> [String] {
    var lines: [String] = []
    for word in split(separator: " ") {
      if let line = lines.last, line.count + 1 + word.count <= width {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(String(word).cut(to: width))
      }
    }
    return lines
  }
}
