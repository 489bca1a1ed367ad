/// Lines of cells, printed in columns.
struct Table {
  private var rows: [[String]]

  init(header: [String], rows: [[String]]) {
    self.rows = [header] + rows
  }
}

extension Table: CustomStringConvertible {
  /// The first and the last column begin on the left, as words do; the others
  /// end on the right, as numbers do.
  var description: String {
    let last = rows[0].count - 1
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      row.enumerated().map { column, cell in
        let padding = String(repeating: " ", count: widths[column] - cell.count)
        return column == last ? cell : column == 0 ? cell + padding : padding + cell
      }.joined(separator: "  ")
    }.joined(separator: "\n")
  }
}
