/// Rows and columns for people.
///
/// Every character counts as one column of the screen: the characters of East Asian
/// scripts, which are twice as wide, move what is behind them to the right.
package struct TextTable: Sendable {
  /// What the columns are called, in the way of keys: `dependsOn`.
  package let columns: [String]
  /// The columns whose cells end at the right edge, as numbers do.
  package let numbers: Set<String>
  /// The cells, a row with one for each column.
  package private(set) var rows: [[String]]

  /// Makes a table of these rows.
  ///
  /// - Parameters:
  ///   - columns: What the columns are called, in the way of keys.
  ///   - rows: The cells. A row that is too short ends with empty ones, and what no
  ///     column is for is left out.
  ///   - numbers: The columns whose cells end at the right edge.
  package init(columns: [String], rows: [[String]] = [], numbers: Set<String> = []) {
    self.columns = columns
    self.numbers = numbers
    self.rows = []
    for row in rows { append(row) }
  }

  /// Adds a row.
  package mutating func append(_ row: [String]) {
    let missing = max(0, columns.count - row.count)
    rows.append(row.prefix(columns.count) + Array(repeating: "", count: missing))
  }

  /// The table as text; on a terminal no line is longer than it is wide.
  package func text(for terminal: Terminal) -> String {
    let cells = rows.map { $0.map(Self.onOneLine) }
    let headings = columns.map(Self.heading)
    let widths = headings.indices.map { column in
      cells.reduce(headings[column].count) { max($0, $1[column].count) }
    }
    let isNumber = columns.map(numbers.contains)
    func line(_ cells: [String]) -> String {
      let padded = cells.indices.map { column in
        let space = String(repeating: " ", count: widths[column] - cells[column].count)
        return isNumber[column] ? space + cells[column] : cells[column] + space
      }
      let line = padded.joined(separator: "  ")
      let end = line.lastIndex { $0 != " " }.map(line.index(after:)) ?? line.startIndex
      return Self.fit(String(line[..<end]), terminal.width)
    }
    return ([terminal.styled(line(headings), .bold)] + cells.map(line)).joined(separator: "\n")
  }

  /// A key for people: `DEPENDS ON` for `dependsOn`.
  private static func heading(_ key: String) -> String {
    key.reduce(into: "") { $0 += $1.isUppercase ? " \($1)" : $1.uppercased() }
  }

  /// A cell without what would break its row, or change the terminal: cells may come
  /// from files that nobody has looked at.
  private static func onOneLine(_ cell: String) -> String {
    // Most are ASCII, of which it is seen at once.
    if cell.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return cell }
    guard cell.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else { return cell }
    return cell.map { character in
      if character.isWhitespace { return " " }
      let isControl = character.unicodeScalars.contains {
        $0.properties.generalCategory == .control
      }
      return isControl ? "\u{FFFD}" : String(character)
    }.joined()
  }

  private static func fit(_ line: String, _ width: Int?) -> String {
    guard let width, line.count > width, width > 1 else { return line }
    return line.prefix(width - 1) + "…"
  }
}
