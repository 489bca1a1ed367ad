import CommandLineKit
import HarborContracts

/// Rows and columns of values, for people and as JSON.
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
  ///
  /// - Parameters:
  ///   - terminal: Where it is for.
  ///   - indentation: How many columns the caller puts before each line.
  /// - Returns: The lines, not indented.
  func text(for terminal: Terminal, indentation: Int = 0) -> String {
    TextTable(columns: columns, rows: rows.map { $0.map(\.plainText) })
      .text(for: terminal, indentation: indentation)
  }
}
