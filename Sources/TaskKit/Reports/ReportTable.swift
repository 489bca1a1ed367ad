/// A text table with aligned columns.
struct ReportTable {
  /// A column with its title and alignment.
  struct Column {
    let title: String
    var isRight = false

    /// Returns a left-aligned column, for text.
    static func left(_ title: String) -> Column { Column(title: title) }

    /// Returns a right-aligned column, for numbers.
    static func right(_ title: String) -> Column { Column(title: title, isRight: true) }
  }

  private let columns: [Column]
  private var rows: [[String]]

  init(_ columns: [Column]) {
    self.columns = columns
    rows = [columns.map(\.title)]
  }

  /// Adds a row, with a string for each column.
  mutating func append(_ cells: [String]) {
    precondition(cells.count == columns.count, "Give a text for each column.")
    rows.append(cells.map(\.onOneLine))
  }

  /// The lines of the table, starting with the titles.
  var lines: [String] {
    let counts = rows.map { $0.map(\.count) }
    let widths = columns.indices.map { column in counts.map { $0[column] }.max() ?? 0 }
    return zip(rows, counts).map { row, counts in
      var line = ""
      for (index, column) in columns.enumerated() {
        let blank = String(repeating: " ", count: widths[index] - counts[index])
        if index > 0 { line += "  " }
        if column.isRight { line += blank }
        line += row[index]
        // The last column needs no trailing spaces.
        if !column.isRight && index < columns.count - 1 { line += blank }
      }
      return line
    }
  }
}

extension String {
  /// The string with line breaks replaced by spaces, because a name may contain line breaks and a
  /// line must not.
  var onOneLine: String {
    guard contains(where: \.isNewline) else { return self }
    return split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}

extension Sequence<String> {
  /// The names joined by arrows.
  ///
  /// Of more than 33 names, only the first and last 16 are listed.
  var inARow: String {
    let names = map(\.onOneLine)
    guard names.count > 33 else { return names.joined(separator: " → ") }
    let middle = "… (\(names.count - 32) more) …"
    return (names.prefix(16) + [middle] + names.suffix(16)).joined(separator: " → ")
  }
}

extension Duration {
  /// The duration for people, with three significant digits and a suitable unit.
  ///
  /// `0 ns`, `870 ns`, `1.5 µs`, `12.3 ms`, `2 s`, `4210 s`.
  package var readable: String {
    if self < .zero { return "-" + (.zero - self).readable }
    let units: [(name: String, length: Duration)] = [
      ("ns", .nanoseconds(1)), ("µs", .microseconds(1)), ("ms", .milliseconds(1)),
      ("s", .seconds(1)),
    ]
    for unit in units {
      // In thousandths, so that the value is rounded only once.
      let thousandths = (self / unit.length * 1_000).rounded()
      if thousandths < 999_500 {
        return "\(Self.threeDigits(Int(thousandths))) \(unit.name)"
      }
    }
    return "\(components.seconds) s"
  }

  /// Formats a number of thousandths with three significant digits, and with all digits before the
  /// point.
  private static func threeDigits(_ thousandths: Int) -> String {
    let step = thousandths < 9_995 ? 10 : thousandths < 99_950 ? 100 : 1_000
    let rounded = (thousandths + step / 2) / step * step
    let fraction = String(rounded % 1_000 + 1_000).dropFirst()
    let digits = fraction.reversed().drop { $0 == "0" }.reversed()
    return "\(rounded / 1_000)" + (digits.isEmpty ? "" : "." + String(digits))
  }
}
