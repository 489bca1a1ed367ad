import Foundation
import HarborContracts

extension ConsoleValue {
  /// The value for people, on one line.
  var plainText: String {
    switch self {
    case .null, [], [:]: "-"
    case .bool(let value): value ? "yes" : "no"
    case .integer(let number): "\(number)"
    case .number(let number): "\(number)"
    case .string(let text):
      text.split(whereSeparator: \.isNewline).joined(separator: " ")
    case .array(let values): values.map(\.plainText).joined(separator: ", ")
    case .object(let members):
      members.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.plainText)" }
        .joined(separator: ", ")
    }
  }

  /// The value as JSON on several lines, with its keys in order.
  var prettyJSON: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    // Of a value that is JSON there is always a form in JSON; on one line if need be.
    guard let data = try? encoder.encode(self) else { return description }
    // Foundation leaves a blank line in what is empty. No text has a line break of its
    // own: in JSON it is written as an escape.
    return String(decoding: data, as: UTF8.self)
      .replacing(/\[\n\n *\]/, with: "[]").replacing(/\{\n\n *\}/, with: "{}")
  }

  /// Reads JSON.
  init(parsing text: String) throws {
    self = try JSONDecoder().decode(ConsoleValue.self, from: Data(text.utf8))
  }

  /// Texts in a row.
  static func texts(_ texts: some Sequence<String>) -> ConsoleValue {
    .array(texts.map { .string($0) })
  }

  /// A text, if there is one.
  static func text(_ text: String?) -> ConsoleValue { text.map { .string($0) } ?? .null }
}
