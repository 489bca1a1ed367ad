import Spelling

/// A table for people.
///
/// Every character counts as one column of the screen. Characters of East Asian scripts are twice
/// as wide and therefore move the rest of the line to the right.
package struct TextTable: Sendable {
  /// The names of the columns, in the form of keys: `dependsOn`.
  package let columns: [String]
  /// The columns with right-aligned cells, such as numbers.
  package let numbers: Set<String>
  /// The columns of source locations.
  ///
  /// They are shortened last, and at their start.
  package let places: Set<String>
  /// The cells, in rows with a cell for each column.
  package private(set) var rows: [[String]]

  /// Creates a table.
  ///
  /// - Parameters:
  ///   - columns: The names of the columns, in the form of keys.
  ///   - rows: The cells. Short rows are filled with empty cells, and additional cells are ignored.
  ///   - numbers: The columns with right-aligned cells.
  ///   - places: The columns of source locations, which are shortened last.
  package init(
    columns: [String], rows: [[String]] = [], numbers: Set<String> = [],
    places: Set<String> = ["place", "file"]
  ) {
    self.columns = columns
    self.numbers = numbers
    self.places = places
    self.rows = []
    for row in rows { append(row) }
  }

  /// Adds a row.
  package mutating func append(_ row: [String]) {
    if row.count == columns.count { return rows.append(row) }
    let missing = max(0, columns.count - row.count)
    rows.append(row.prefix(columns.count) + Array(repeating: "", count: missing))
  }

  /// Returns the table as text.
  ///
  /// On a terminal, no line is longer than the terminal is wide.
  ///
  /// The widest columns are shortened first, then source locations, and finally whole lines.
  ///
  /// - Parameters:
  ///   - terminal: The terminal.
  ///   - indentation: The number of columns that the caller adds before each line.
  /// - Returns: The lines, without indentation.
  package func text(for terminal: Terminal, indentation: Int = 0) -> String {
    let limit = terminal.width.map { max(2, $0 - indentation) }
    let cells = rows.map { $0.map(Cell.init) }
    let headings = columns.map { Cell(Self.heading($0)) }
    let widths = fitting(
      headings.indices.map { column in
        cells.reduce(headings[column].width) { max($0, $1[column].width) }
      }, in: limit)
    let isNumber = columns.map(numbers.contains)
    let isPlace = columns.map(places.contains)
    func line(_ cells: [Cell]) -> String {
      // Lines are created from bytes, so thousands of them take little time.
      var line: [UInt8] = []
      func add(spaces: Int) {
        line.append(contentsOf: repeatElement(UInt8(ascii: " "), count: spaces))
      }
      for (column, cell) in cells.enumerated() {
        if column > 0 { add(spaces: 2) }
        let cell = cell.cut(to: widths[column], keepingEnd: isPlace[column])
        let padding = widths[column] - cell.width
        if isNumber[column] { add(spaces: padding) }
        line.append(contentsOf: cell.text.utf8)
        if !isNumber[column] { add(spaces: padding) }
      }
      while line.last == UInt8(ascii: " ") { line.removeLast() }
      return Self.fit(String(decoding: line, as: UTF8.self), limit)
    }
    // The start of a heading is always kept, including the headings of source locations.
    let top = zip(headings, widths).map { $0.cut(to: $1, keepingEnd: false) }
    return ([terminal.styled(line(top), .bold)] + cells.map(line)).joined(separator: "\n")
  }

  /// Narrows columns until a line fits, or until no column can be narrower.
  private func fitting(_ widths: [Int], in limit: Int?) -> [Int] {
    guard let limit else { return widths }
    var widths = widths
    var excess = widths.reduce(0, +) + 2 * max(0, widths.count - 1) - limit
    let isPlace = columns.map(places.contains)
    let isNumber = columns.map(numbers.contains)
    // A part of a number would be another number.
    for narrowsPlaces in [false, true] {
      let candidates = widths.indices.filter { !isNumber[$0] && isPlace[$0] == narrowsPlaces }
      while excess > 0, let widest = candidates.max(by: { widths[$0] < widths[$1] }),
        widths[widest] > Self.leastWidth
      {
        widths[widest] -= 1
        excess -= 1
      }
    }
    return widths
  }

  /// The width to which a column can be shortened before source locations are.
  private static let leastWidth = 6

  /// Returns a key in a form for people: `DEPENDS ON` for `dependsOn`.
  private static func heading(_ key: String) -> String {
    key.reduce(into: "") { $0 += $1.isUppercase ? " \($1)" : $1.uppercased() }
  }

  private static func fit(_ line: String, _ width: Int?) -> String {
    guard let width, line.count > width, width > 1 else { return line }
    return line.prefix(width - 1) + "…"
  }
}

/// The escaped text of a cell.
///
/// Cells may contain text from files that have not been checked.
private struct Cell {
  let text: String
  /// The width in columns of the screen.
  let width: Int

  init(_ text: String) {
    self.text = EscapedText.line(text)
    // Most texts are ASCII, whose width is the number of bytes.
    width = self.text.utf8.allSatisfy { $0 < 0x80 } ? self.text.utf8.count : self.text.count
  }

  private init(_ text: String, width: Int) {
    self.text = text
    self.width = width
  }

  /// Returns the cell, shortened to a width if it is wider.
  ///
  /// An ellipsis replaces the rest.
  func cut(to limit: Int, keepingEnd: Bool) -> Cell {
    guard width > limit else { return self }
    let rest = max(0, limit - 1)
    return Cell(keepingEnd ? "…\(text.suffix(rest))" : "\(text.prefix(rest))…", width: limit)
  }
}
