import HarborContracts

/// Rows and columns, for people and as JSON.
struct Table: Sendable {
  /// The names of the columns, which are the keys in JSON: `dependsOn`.
  let columns: [String]
  private(set) var rows: [[ConsoleValue]] = []

  /// Makes a table of these rows.
  init(_ columns: [String], _ rows: [[ConsoleValue]] = []) {
    self.columns = columns
    self.rows = rows
  }

  /// Adds a row, with a value for each column.
  mutating func append(_ row: [ConsoleValue]) { rows.append(row) }

  /// The rows as objects.
  var json: ConsoleValue {
    .array(rows.map { .object(Dictionary(zip(columns, $0)) { $1 }) })
  }

  /// The table as text; on a terminal no line is longer than it is wide.
  func text(for terminal: Terminal) -> String {
    let cells = rows.map { $0.map(\.plainText) }
    let headings = columns.map(Self.heading)
    let widths = headings.indices.map { column in
      cells.reduce(headings[column].count) { max($0, $1[column].count) }
    }
    func line(_ cells: [String]) -> String {
      let padded = zip(cells, widths).map { cell, width in
        cell + String(repeating: " ", count: width - cell.count)
      }
      let line = padded.joined(separator: "  ")
      let end = line.lastIndex { $0 != " " }.map(line.index(after:)) ?? line.startIndex
      return fit(String(line[..<end]), terminal.width)
    }
    return ([terminal.styled(line(headings), .bold)] + cells.map(line)).joined(separator: "\n")
  }

  /// A key for people: `DEPENDS ON` for `dependsOn`.
  private static func heading(_ key: String) -> String {
    key.reduce(into: "") { $0 += $1.isUppercase ? " \($1)" : $1.uppercased() }
  }

  private func fit(_ line: String, _ width: Int?) -> String {
    guard let width, line.count > width, width > 1 else { return line }
    return line.prefix(width - 1) + "…"
  }
}
