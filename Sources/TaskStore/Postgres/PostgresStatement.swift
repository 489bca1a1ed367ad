/// A statement of SQL with the values of its parameters.
struct PostgresStatement: Sendable {
  var sql: String
  let values: [PostgresValue]

  init(_ sql: String, _ values: PostgresValue...) {
    self.init(sql, values)
  }

  init(_ sql: String, _ values: [PostgresValue]) {
    self.sql = sql
    self.values = values
  }
}

/// A parameter value of a statement, in the text format of the server.
struct PostgresValue: Sendable, Hashable {
  /// The string, or `nil` for null.
  let text: String?

  private init(_ text: String?) {
    // Strings of a server cannot contain the character 0.
    self.text = text.map { $0.contains("\0") ? $0.replacing("\0", with: "\u{FFFD}") : $0 }
  }

  static let null = PostgresValue(nil)

  static func text(_ text: String?) -> PostgresValue { PostgresValue(text) }

  static func integer(_ number: Int64?) -> PostgresValue {
    PostgresValue(number.map { "\($0)" })
  }

  static func integer(_ number: Int) -> PostgresValue { PostgresValue("\(number)") }

  static func time(_ time: TaskTime?) -> PostgresValue { integer(time?.nanoseconds) }

  static func boolean(_ value: Bool) -> PostgresValue { PostgresValue(value ? "t" : "f") }

  static func integers(_ numbers: [Int64?]) -> PostgresValue {
    array(numbers) { "\($0)" }
  }

  static func texts(_ texts: [String?]) -> PostgresValue {
    array(texts) { text in
      // Byte by byte for speed, because payloads of many jobs may be sent at once.
      var quoted: [UInt8] = [Self.quote]
      quoted.reserveCapacity(text.utf8.count * 5 / 4 + 2)
      for byte in text.utf8 {
        if byte == Self.quote || byte == Self.backslash { quoted.append(Self.backslash) }
        quoted.append(byte)
      }
      quoted.append(Self.quote)
      return String(decoding: quoted, as: UTF8.self)
    }
  }

  private static let quote = UInt8(ascii: "\"")
  private static let backslash = UInt8(ascii: "\\")

  private static func array<Element>(
    _ elements: [Element?], _ write: (Element) -> String
  ) -> PostgresValue {
    PostgresValue("{\(elements.map { $0.map(write) ?? "NULL" }.joined(separator: ","))}")
  }
}

/// A row of a query result, whose values the server sends as strings.
struct PostgresRow: SQLRow, Sendable {
  private var values: ArraySlice<String?>

  init(_ values: [String?]) {
    self.values = values[...]
  }

  mutating func optionalText(_ column: String) throws(UnreadableValue) -> String? {
    guard let value = values.popFirst() else { throw UnreadableValue(column: column) }
    return value
  }

  mutating func optionalInteger(_ column: String) throws(UnreadableValue) -> Int64? {
    guard let text = try optionalText(column) else { return nil }
    guard let number = Int64(text) else { throw UnreadableValue(column: column) }
    return number
  }

  mutating func boolean(_ column: String) throws(UnreadableValue) -> Bool {
    try text(column) == "t"
  }
}
