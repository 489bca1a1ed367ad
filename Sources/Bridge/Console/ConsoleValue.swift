import Foundation
import TaskStore

/// A value of JSON, as requests and responses carry it.
public enum ConsoleValue: Sendable, Hashable {
  case null
  case bool(Bool)
  case integer(Int)
  case number(Double)
  case string(String)
  case array([ConsoleValue])
  case object([String: ConsoleValue])
}

extension ConsoleValue {
  /// The value of a key; nil if this is no object or has no such key.
  public subscript(key: String) -> ConsoleValue? {
    if case .object(let members) = self { members[key] } else { nil }
  }

  /// The value at an index; nil if this is no array or is shorter.
  public subscript(index: Int) -> ConsoleValue? {
    if case .array(let values) = self, values.indices.contains(index) { values[index] } else { nil }
  }

  /// The text, if this is one.
  public var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The values, if this is an array.
  public var array: [ConsoleValue]? {
    if case .array(let values) = self { values } else { nil }
  }

  /// The integer, if this is one.
  public var integer: Int? {
    if case .integer(let number) = self { number } else { nil }
  }

  /// The Boolean value, if this is one.
  public var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }
}

// MARK: - Literals

extension ConsoleValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByFloatLiteral, ExpressibleByNilLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  public init(stringLiteral text: String) { self = .string(text) }
  public init(integerLiteral number: Int) { self = .integer(number) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(floatLiteral number: Double) { self = .number(number) }
  public init(nilLiteral: ()) { self = .null }
  public init(arrayLiteral values: ConsoleValue...) { self = .array(values) }
  public init(dictionaryLiteral members: (String, ConsoleValue)...) {
    self = .object(Dictionary(members) { $1 })
  }
}

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

extension ConsoleValue: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let number = try? container.decode(Int.self) {
      self = .integer(number)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let text = try? container.decode(String.self) {
      self = .string(text)
    } else if let values = try? container.decode([ConsoleValue].self) {
      self = .array(values)
    } else {
      self = .object(try container.decode([String: ConsoleValue].self))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let number): try container.encode(number)
    // JSON knows no other numbers.
    case .number(let number) where !number.isFinite: try container.encode("\(number)")
    case .number(let number): try container.encode(number)
    case .string(let text): try container.encode(text)
    case .array(let values): try container.encode(values)
    case .object(let members): try container.encode(members)
    }
  }
}

extension ConsoleValue: CustomStringConvertible {
  /// The value as JSON on one line.
  public var description: String {
    (try? ConsoleCoding.text(of: self)) ?? "null"
  }
}

/// The coding of everything that goes through a console.
enum ConsoleCoding {
  /// A value as JSON on one line.
  static func bytes(of value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(value)
  }

  static func text(of value: some Encodable) throws -> String {
    String(decoding: try bytes(of: value), as: UTF8.self)
  }

  static func value<Value: Decodable>(_ type: Value.Type, from bytes: some Sequence<UInt8>) throws
    -> Value
  {
    try JSONDecoder().decode(type, from: Data(bytes))
  }
}

extension ConsoleValue {
  /// Describes a job as a row of a list.
  init(listing job: JobRecord) {
    self = [
      "id": ConsoleValue(job.id), "name": .string(job.name), "queue": .string(job.queue),
      "state": .string(job.state.rawValue), "priority": .integer(job.priority),
      "attempt": .integer(job.attempt), "enqueued": Self.date(job.enqueued),
      "due": Self.date(job.due), "expires": Self.date(job.expires),
      "tags": .array(job.tags.map { .string($0) }),
      "begun": Self.date(job.begun), "ended": Self.date(job.ended),
      "progress": job.progress.map { .number($0) } ?? .null, "detail": Self.text(job.detail),
      "flow": job.step.map { ConsoleValue($0.flow) } ?? .null, "step": Self.text(job.step?.name),
    ]
  }

  /// Describes a job with its payload and result, and the steps of its flow if it is in one.
  init(showing job: JobRecord, stepsOfFlow steps: [JobRecord]) {
    guard case .object(var members) = ConsoleValue(listing: job) else { preconditionFailure() }
    members["payload"] = Self.json(job.payload)
    members["result"] = job.result.map(Self.json) ?? .null
    members["isCancelling"] = .bool(job.isCancelling)
    members["maximumAttempts"] = job.maximumAttempts.map { .integer($0) } ?? .null
    members["owner"] = Self.text(job.owner)
    members["token"] = job.token.map { .integer(Int($0)) } ?? .null
    members["traceParent"] = Self.text(job.traceParent)
    members["flowName"] = Self.text(job.step?.flowName)
    members["steps"] = .array(steps.map { ConsoleValue(step: $0) })
    self = .object(members)
  }

  /// Describes a step of a flow, and the steps that it comes after.
  private init(step job: JobRecord) {
    self = [
      "id": ConsoleValue(job.id), "step": Self.text(job.step?.name), "name": .string(job.name),
      "state": .string(job.state.rawValue), "detail": Self.text(job.detail),
      "after": .array((job.step?.after ?? []).map { ConsoleValue($0) }),
    ]
  }

  init(_ id: JobID) { self = .integer(Int(id.number)) }

  private static func text(_ text: String?) -> ConsoleValue { text.map { .string($0) } ?? .null }

  private static func date(_ time: TaskTime?) -> ConsoleValue {
    time.map { .string($0.date.formatted(.iso8601)) } ?? .null
  }

  /// Reads JSON of a store; other text, which another program has written, is shown as it is.
  private static func json(_ text: String) -> ConsoleValue {
    (try? ConsoleCoding.value(ConsoleValue.self, from: text.utf8)) ?? .string(text)
  }
}
