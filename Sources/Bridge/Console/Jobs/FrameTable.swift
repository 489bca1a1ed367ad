/// A table that omits columns if the width is too small.
///
/// Every character counts as one column of the screen.
struct FrameTable {
  /// A column, with rules for small widths.
  struct Column {
    let title: String
    /// The importance of the column.
    ///
    /// Less important columns are omitted first.
    let importance: Int
    /// A Boolean value that indicates whether its cells are aligned to the right.
    let isNumber: Bool
    /// The width to which it is cut before other columns are omitted, or `nil` if it is never cut.
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

  /// Returns the heading and the rows as lines with a maximum width.
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

  /// Returns the columns that fit, in their order.
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

  /// Returns the widths of all columns, with columns that may be cut reduced to fit.
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
  /// Returns the string, shortened with an ellipsis if it exceeds a number of characters.
  func cut(to width: Int) -> String {
    guard count > width else { return self }
    return width > 0 ? prefix(width - 1) + "…" : ""
  }

  /// Returns the words of the string in lines with a maximum width.
  ///
  /// Longer words are cut.
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
