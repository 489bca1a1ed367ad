import CommandLineKit
import HarborContracts

extension ConsoleValue {
  /// The value for people, on as many lines as it needs.
  ///
  /// Objects of one shape are a table if each of their values fits into a cell; others are a
  /// key a line, with what is nested indented below its key.
  ///
  /// - Parameters:
  ///   - terminal: Where it is for.
  ///   - indentation: How many columns the caller puts before each line.
  /// - Returns: The lines, not indented.
  func readableText(for terminal: Terminal, indentation: Int = 0) -> String {
    switch self {
    case .string(let text): return text
    case .array(let values) where !values.isEmpty:
      if let table = Self.table(of: values) {
        return table.text(for: terminal, indentation: indentation)
      }
      // With a line between objects, of which each takes several.
      return values.map { $0.readableText(for: terminal, indentation: indentation) }
        .joined(separator: values.contains { $0.isNested || $0.hasNested } ? "\n\n" : "\n")
    case .object(let members) where !members.isEmpty:
      return Self.sorted(members).map { key, value in
        let text = value.readableText(for: terminal, indentation: indentation + 2)
        let isLong = text.contains("\n")
        let shown =
          isLong
          ? text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.isEmpty ? "\n" : "\n  \($0)" }.joined()
          : " \(text)"
        return "\(terminal.styled(key, .bold)):\(shown)"
      }.joined(separator: "\n")
    default: return plainText
    }
  }

  /// The objects as a table, if they are objects of which none has others in it.
  private static func table(of values: [ConsoleValue]) -> Table? {
    let rows = values.compactMap { value -> [String: ConsoleValue]? in
      if case .object(let members) = value { members } else { nil }
    }
    guard let first = rows.first, rows.count == values.count,
      !values.contains(where: \.hasNested)
    else { return nil }
    let columns = sorted(first).map(\.key)
    return Table(columns, rows.map { row in columns.map { row[$0] ?? .null } })
  }

  /// Sorts keys: names come first, source locations and nested values last.
  private static func sorted(
    _ members: [String: ConsoleValue]
  ) -> [(key: String, value: ConsoleValue)] {
    func rank(_ key: String, _ value: ConsoleValue) -> Int {
      if value.isNested { return 3 }
      return ["name", "key", "url"].contains(key) ? 0 : key == "place" ? 2 : 1
    }
    return members.sorted { (rank($0.key, $0.value), $0.key) < (rank($1.key, $1.value), $1.key) }
  }

  /// A Boolean value that indicates whether this is an object, or has objects in its array.
  private var isNested: Bool {
    switch self {
    case .object: true
    case .array(let values): values.contains(where: \.isNested)
    default: false
    }
  }

  /// A Boolean value that indicates whether this is an object with a nested value.
  private var hasNested: Bool {
    if case .object(let members) = self {
      members.values.contains(where: \.isNested)
    } else {
      false
    }
  }
}
