import Spelling

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
    if row.count == columns.count { return rows.append(row) }
    let missing = max(0, columns.count - row.count)
    rows.append(row.prefix(columns.count) + Array(repeating: "", count: missing))
  }

  /// The table as text; on a terminal no line is longer than it is wide.
  package func text(for terminal: Terminal) -> String {
    let cells = rows.map { $0.map(Cell.init) }
    let headings = columns.map { Cell(Self.heading($0)) }
    let widths = headings.indices.map { column in
      cells.reduce(headings[column].width) { max($0, $1[column].width) }
    }
    let isNumber = columns.map(numbers.contains)
    func line(_ cells: [Cell]) -> String {
      // Bytes, of which thousands of lines are made in no time.
      var line: [UInt8] = []
      func add(spaces: Int) {
        line.append(contentsOf: repeatElement(UInt8(ascii: " "), count: spaces))
      }
      for (column, cell) in cells.enumerated() {
        if column > 0 { add(spaces: 2) }
        let padding = widths[column] - cell.width
        if isNumber[column] { add(spaces: padding) }
        line.append(contentsOf: cell.text.utf8)
        if !isNumber[column] { add(spaces: padding) }
      }
      while line.last == UInt8(ascii: " ") { line.removeLast() }
      return Self.fit(String(decoding: line, as: UTF8.self), terminal.width)
    }
    return ([terminal.styled(line(headings), .bold)] + cells.map(line)).joined(separator: "\n")
  }

  /// A key for people: `DEPENDS ON` for `dependsOn`.
  private static func heading(_ key: String) -> String {
    key.reduce(into: "") { $0 += $1.isUppercase ? " \($1)" : $1.uppercased() }
  }

  private static func fit(_ line: String, _ width: Int?) -> String {
    guard let width, line.count > width, width > 1 else { return line }
    return line.prefix(width - 1) + "…"
  }
}

/// A text in a table, escaped: cells may come from files that nobody has checked.
private struct Cell {
  let text: String
  /// How many columns of the screen it takes.
  let width: Int

  init(_ text: String) {
    self.text = EscapedText.line(text)
    // Most are ASCII, of which all is seen at once.
    width = self.text.utf8.allSatisfy { $0 < 0x80 } ? self.text.utf8.count : self.text.count
  }
}
