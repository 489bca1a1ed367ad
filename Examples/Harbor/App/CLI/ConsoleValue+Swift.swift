import CommandLineKit
import HarborContracts

extension ConsoleValue {
  /// Shows what a route returned: as JSON where it has a form in JSON, and in
  /// words otherwise.
  init(showing value: Any?) {
    switch value {
    case nil, is Void: self = .null
    case let value as [Any]: self = .array(value.map { ConsoleValue(showing: $0) })
    case let value as [String: Any]: self = .object(value.mapValues { ConsoleValue(showing: $0) })
    case let value as any Encodable:
      self = (try? ConsoleValue(encoding: value)) ?? .string("\(value)")
    case let value?: self = .string("\(value)")
    }
  }

  /// The value for code that knows nothing of JSON.
  var sendable: (any Sendable)? {
    switch self {
    case .null: nil
    case .bool(let value): value
    case .integer(let number): number
    case .number(let number): number
    case .string(let text): text
    case .array(let values): values.map(\.sendable)
    case .object(let members): members.compactMapValues(\.sendable)
    }
  }

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
