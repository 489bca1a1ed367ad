/// Lines of text whose columns stand below each other.
struct TextTable {
  /// A column: its title, and the side on which its texts begin.
  struct Column {
    let title: String
    var isRight = false

    /// A column of texts.
    static func left(_ title: String) -> Column { Column(title: title) }

    /// A column of numbers.
    static func right(_ title: String) -> Column { Column(title: title, isRight: true) }
  }

  private let columns: [Column]
  private var rows: [[String]]

  init(_ columns: [Column]) {
    self.columns = columns
    rows = [columns.map(\.title)]
  }

  /// Adds a line, with a text for each column.
  mutating func append(_ cells: [String]) {
    precondition(cells.count == columns.count, "Give a text for each column.")
    rows.append(cells.map(\.onOneLine))
  }

  /// The lines, the titles first; none ends with a blank.
  var lines: [String] {
    let widths = columns.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = columns.indices.map { column in
        let blank = String(repeating: " ", count: widths[column] - row[column].count)
        return columns[column].isRight ? blank + row[column] : row[column] + blank
      }
      let line = cells.joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }
}

extension String {
  /// The text without its line breaks, which a name may have and a line must not.
  var onOneLine: String {
    guard contains(where: \.isNewline) else { return self }
    return split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}

extension Sequence<String> {
  /// The names in a row; of very many, those at the beginning and the end.
  var inARow: String {
    let names = map(\.onOneLine)
    guard names.count > 33 else { return names.joined(separator: " → ") }
    let middle = "… (\(names.count - 32) more) …"
    return (names.prefix(16) + [middle] + names.suffix(16)).joined(separator: " → ")
  }
}
