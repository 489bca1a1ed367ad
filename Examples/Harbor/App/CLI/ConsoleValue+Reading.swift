import CommandLineKit
import HarborContracts

extension ConsoleValue {
  /// The value for people, on as many lines as it needs: objects of one shape as a
  /// table, others a key a line.
  func readableText(for terminal: Terminal) -> String {
    switch self {
    case .string(let text): return text
    case .array(let values):
      return table(of: values)?.text(for: terminal)
        ?? values.map { $0.readableText(for: terminal) }.joined(separator: "\n")
    case .object(let members):
      return members.sorted { $0.key < $1.key }.map { key, value in
        let text = value.readableText(for: terminal)
        let isLong = text.contains("\n")
        let indented = text.split(separator: "\n", omittingEmptySubsequences: false)
          .joined(separator: isLong ? "\n  " : "\n")
        return terminal.styled(key, .bold) + (isLong ? ":\n  " : ": ") + indented
      }.joined(separator: "\n")
    default: return plainText
    }
  }

  private func table(of values: [ConsoleValue]) -> Table? {
    let rows = values.compactMap { value -> [String: ConsoleValue]? in
      if case .object(let members) = value { members } else { nil }
    }
    guard let first = rows.first, rows.count == values.count else { return nil }
    // What something is called comes first.
    let columns = first.keys.sorted { $1 != "name" && ($0 == "name" || $0 < $1) }
    return Table(columns, rows.map { row in columns.map { row[$0] ?? .null } })
  }
}
