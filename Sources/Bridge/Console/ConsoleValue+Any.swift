import Foundation

extension ConsoleValue {
  /// Shows any value, such as what a route returned: as JSON where it has a form in JSON,
  /// and in words otherwise.
  ///
  /// Nothing, and `Void`, are ``null``; what can be encoded is shown as `JSONEncoder`
  /// writes it.
  public init(showing value: Any?) {
    switch value {
    case nil: self = .null
    case let value as ConsoleValue: self = value
    case let value as Bool: self = .bool(value)
    case let value as String: self = .string(value)
    case let value as any BinaryInteger:
      self = Int(exactly: value).map { .integer($0) } ?? .string("\(value)")
    case let value as Double: self = .number(value)
    case let value as Float: self = .number(Double(value))
    case let value as [Any]: self = .array(value.map { ConsoleValue(showing: $0) })
    case let value as [String: Any]:
      self = .object(value.mapValues { ConsoleValue(showing: $0) })
    case is Void: self = .null
    case let value as any Encodable:
      let json = try? ConsoleCoding.bytes(of: Whole(value: value))
      let shown = json.flatMap { try? ConsoleCoding.value([ConsoleValue].self, from: $0) }
      self = shown?.first ?? .string("\(value)")
    case let value?: self = .string("\(value)")
    }
  }

  /// The value for code that knows nothing of JSON: a text, a number, a truth value, an
  /// array or a dictionary of those; nothing for ``null``.
  public var sendable: (any Sendable)? {
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

  /// An array of one: JSON's encoder takes only arrays and objects everywhere.
  private struct Whole: Encodable {
    var value: any Encodable

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try container.encode(value)
    }
  }
}
